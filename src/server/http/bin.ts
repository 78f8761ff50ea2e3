import { purgeRecords as purgeEndpoint, readBin as binEndpoint } from '#contracts/api/bin.ts'
import { withRecords } from '../records/open-records.ts'
import { purgeRecords } from '../records/purge-records.ts'
import { readBin } from '../records/read-bin.ts'
import { handle, type Handler } from './route.ts'

export const binHandlers: readonly Handler[] = [
  handle(binEndpoint, async (input) => withRecords(input, (context) => readBin(context, input.search))),
  handle(purgeEndpoint, async (input) => withRecords(input, (context) => purgeRecords(context, input.body))),
]

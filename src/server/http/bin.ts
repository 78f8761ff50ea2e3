import {
  findBinned as findEndpoint,
  purgeRecords as purgeEndpoint,
  readBin as binEndpoint,
  readBinned as binnedEndpoint,
  restoreBinned as restoreEndpoint,
} from '#contracts/api/bin.ts'
import { withRecords } from '../records/open-records.ts'
import { purgeRecords } from '../records/purge-records.ts'
import { findBinned, readBin, readBinned } from '../records/read-bin.ts'
import { restoreBinned } from '../records/restore-binned.ts'
import { handle, type Handler } from './route.ts'

export const binHandlers: readonly Handler[] = [
  handle(binEndpoint, async (input) => withRecords(input, (context) => readBin(context, input.search))),
  handle(findEndpoint, async (input) =>
    withRecords(input, (context) => findBinned(context, input.search.record)),
  ),
  handle(binnedEndpoint, async (input) =>
    withRecords(input, (context) => readBinned(context, input.params.model, input.params.id.toLowerCase())),
  ),
  handle(restoreEndpoint, async (input) =>
    withRecords(input, (context) => restoreBinned(context, input.body)),
  ),
  handle(purgeEndpoint, async (input) => withRecords(input, (context) => purgeRecords(context, input.body))),
]

import { searchEverywhere as searchEndpoint } from '#contracts/api/search.ts'
import { withRecords } from '../records/open-records.ts'
import { searchEverywhere } from '../records/search-everywhere.ts'
import { handle, type Handler } from './route.ts'

export const searchHandlers: readonly Handler[] = [
  handle(searchEndpoint, async (input) =>
    withRecords(input, async (context) => ({ rows: await searchEverywhere(context, input.search) })),
  ),
]

import { readChanges as endpoint, type Changes } from '#contracts/api/changes.ts'
import { feedOf } from '../changes/change-feed.ts'
import { readChanges } from '../changes/read-changes.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const changeHandlers: readonly Handler[] = [
  handle(endpoint, async (input) => {
    const { since, size, wait } = input.search
    const { tenantId } = input.caller
    const feed = feedOf(input.services.database.requests)
    const until = performance.now() + wait * 1000
    const hangup = input.context.req.raw.signal
    let from = since
    for (;;) {
      await feed?.settled(tenantId)
      // A transaction a look, and none while waiting; rights are asked anew each time.
      const found: Changes = await withRecords(
        input,
        (context) => readChanges(context, { since: from, size }),
        {
          mode: 'read',
        },
      )
      const left = until - performance.now()
      if (found.rows.length > 0 || from === undefined || left <= 0 || hangup.aborted || !feed) return found
      from = found.upto
      if (found.more) continue
      await feed.news(tenantId, from, left, hangup)
    }
  }),
]

import { readMine } from '#contracts/api/mine.ts'
import { assignedRecords } from '../mine/assigned-records.ts'
import { recentRecords } from '../mine/recent-records.ts'
import { waitingApprovals } from '../notifications/read-notifications.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const mineHandlers: readonly Handler[] = [
  handle(readMine, async (input) =>
    withRecords(input, async (context) => {
      const { what, size } = input.search
      if (what === 'recent') return { rows: await recentRecords(context, size), approvals: [] }
      const approvals = await waitingApprovals(context, size)
      return { rows: await assignedRecords(context, size), approvals }
    }),
  ),
]

import {
  decideApproval as decideEndpoint,
  listNotifications,
  markNotifications as markEndpoint,
} from '#contracts/api/notifications.ts'
import { inTenant } from '../database/in-tenant.ts'
import { decideApproval } from '../notifications/decide-approval.ts'
import { withRecords } from '../records/open-records.ts'
import { markNotifications, readNotifications } from '../notifications/read-notifications.ts'
import { handle, type Handler } from './route.ts'

export const notificationHandlers: readonly Handler[] = [
  handle(listNotifications, async (input) =>
    withRecords(input, async (context) =>
      readNotifications(context, { ...input.search, unread: input.search.unread === 'true' }),
    ),
  ),

  handle(markEndpoint, async ({ caller, body }) =>
    inTenant(caller, async (tx) => ({ unread: await markNotifications(tx, caller, body.ids ?? null) })),
  ),

  handle(decideEndpoint, async ({ caller, params, body }) =>
    inTenant(caller, async (tx) => decideApproval(tx, caller, params.id, body)),
  ),
]

import { AppError } from '#base/app-error.ts'
import {
  joinTestTenant as joinEndpoint,
  readMailbox,
  removeSeed as removeEndpoint,
  seedCurrentTenant,
  seedDemo as seedEndpoint,
} from '#contracts/api/development.ts'
import { inTenant } from '../database/in-tenant.ts'
import { joinTestTenant } from '../dev/join-test-tenant.ts'
import { removeSeed, seedDemo } from '../dev/seed-demo.ts'
import { handle, type Handler } from './route.ts'

interface MailRow {
  recipient: string
  channel: 'email' | 'sms'
  subject: string
  body_text: string
  body_html: string
  sent_at: Date
}

/** Mounted only where development helpers are allowed; elsewhere these calls do not exist. */
export const developmentHandlers: readonly Handler[] = [
  handle(readMailbox, async ({ services, search }) => {
    const { rows } = await services.database.owner.query<MailRow>('select * from app.read_mailbox($1)', [
      search.to ?? null,
    ])
    return rows.map((row) => ({
      to: row.recipient,
      channel: row.channel,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      sentAt: row.sent_at.toISOString(),
    }))
  }),

  handle(
    seedEndpoint,
    async ({ caller, body, services }) =>
      inTenant(caller, (tx) => seedDemo(tx, caller, services, body.prefix)),
    { mode: 'release' },
  ),

  handle(
    removeEndpoint,
    async ({ caller, search, services }) =>
      inTenant(caller, (tx) => removeSeed(tx, caller, services, search.prefix)),
    { mode: 'release' },
  ),

  handle(
    seedCurrentTenant,
    async ({ caller, body, services }) => {
      if (body.tenantId.toLowerCase() !== caller.tenantId) throw new AppError('not_found')
      return inTenant(caller, (tx) => seedDemo(tx, caller, services, 'seed_'))
    },
    { mode: 'release' },
  ),

  handle(joinEndpoint, async ({ user, services, requestId }) => joinTestTenant(services, user, requestId)),
]

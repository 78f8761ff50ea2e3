import { AppError } from '#base/app-error.ts'
import { readMailbox } from '#contracts/api/development.ts'
import type { Services } from '../services.ts'
import { handle } from './route.ts'

interface MailRow {
  recipient: string
  channel: 'email' | 'sms'
  subject: string
  body_text: string
  body_html: string
  sent_at: Date
}

// Elsewhere these calls do not exist, whoever asks.
function requireDevelopment({ settings }: Services): void {
  if (!settings.developmentHelpers) throw new AppError('not_found')
}

export const developmentHandlers = [
  handle(readMailbox, async ({ services, search }) => {
    requireDevelopment(services)
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
]

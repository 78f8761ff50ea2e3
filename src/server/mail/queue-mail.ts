import { newId } from '#base/ids.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { Mail } from './mail-sender.ts'

/** Where a message comes from: the step of a run, and the member it goes to. */
export interface MailOrigin {
  runId: string
  /** The number of the step in its run, which counts turns of loops too. */
  step: number
  userId: string
  name: string
}

const insert = `
  insert into app.outgoing_messages
    (tenant_id, id, key, channel, recipient, subject, body_text, body_html, user_id, name, run_id, step)
  values (app.current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (tenant_id, key) do nothing`

/**
 * Writes a message into the outgoing ones of the transaction's workspace and answers its id. One step of a run says a thing
 * once to each person on each way: null when it was written before.
 */
export async function queueMail(
  tx: Pick<Tx, 'query'>,
  mail: Mail,
  origin?: MailOrigin,
): Promise<string | null> {
  const id = newId()
  const key = origin ? `${origin.runId}_${origin.step}_${mail.channel}_${origin.userId}` : id
  const { rowCount } = await tx.query(insert, [
    id,
    key,
    mail.channel,
    mail.to,
    mail.subject,
    mail.text,
    mail.html,
    origin?.userId ?? null,
    origin?.name ?? '',
    origin?.runId ?? null,
    origin?.step ?? null,
  ])
  return rowCount === 0 ? null : id
}

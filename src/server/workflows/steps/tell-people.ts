import { mailOf } from '../../mail/compose-mail.ts'
import { languagesOfPeople } from '../../mail/language-of-person.ts'
import { openWord } from '../../mail/open-word.ts'
import { sendBranded } from '../../mail/send-branded.ts'
import { insertNotifications } from '../../notifications/insert-notifications.ts'
import { safeLink } from '../../notifications/safe-link.ts'
import type { StepRunner, StepTurn } from '../step-turn.ts'
import { peopleOf, textOf, type Somebody } from './people.ts'

interface Message {
  subject: string
  message: string
  link: string
}

/**
 * Tells people in the product, by mail and by text message. What is told in the product commits with the step; mails and
 * text messages leave right after.
 */
export const tellPeople: StepRunner<'notify'> = async (turn, step) => {
  const { context, resolve, take, run, dry } = turn
  const people = await peopleOf(turn, step.to, 'to')
  const told: Message = {
    subject: textOf(resolve(step.subject), 200),
    message: textOf(resolve(step.message), 4000),
    link: safeLink(textOf(resolve(step.link), 500)),
  }
  const input = take({ to: people.map(({ name }) => name), by: step.by, ...told })
  const output: Record<string, number> = {}
  if (step.by.includes('app')) {
    await insertNotifications(
      context.tx,
      context.caller.tenantId,
      people.map(({ id }) => ({ userId: id, ...told, runId: run.id })),
    )
    output['app'] = people.length
  }
  if (step.by.includes('mail')) output['mail'] = await mailAll(turn, people, told)
  if (step.by.includes('text')) output['text'] = await textAll(turn, people, told)
  return { input, output: dry ? {} : output }
}

async function mailAll(
  { context, services, dry }: StepTurn,
  people: Somebody[],
  told: Message,
): Promise<number> {
  const { settings } = services
  const reachable = people.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]))
  // A server without mail tells in the product only.
  if (dry || (settings.smtpUrl === null && !settings.developmentHelpers)) return 0
  const ids = reachable.map(({ id }) => id)
  const languageOf = await languagesOfPeople(context.tx, context.caller.tenantId, ids)
  for (const { id, email } of reachable)
    await sendBranded(
      context.tx,
      context.caller,
      services,
      mailOf(email, told.subject, [
        ...(told.message === '' ? [] : [told.message]),
        ...(told.link === ''
          ? []
          : [{ label: openWord[languageOf(id)], url: services.publicUrl() + told.link }]),
      ]),
    )
  return reachable.length
}

async function textAll(
  { context, services, dry }: StepTurn,
  people: Somebody[],
  told: Message,
): Promise<number> {
  const { settings } = services
  if (dry || (settings.sms === null && !settings.developmentHelpers)) return 0
  const { rows } = await context.tx.query<{ phone: string | null }>(
    'select app.verified_phone(id) as phone from unnest($1::uuid[]) as id',
    [people.map(({ id }) => id)],
  )
  const numbers = rows.flatMap(({ phone }) => phone ?? [])
  const text = [told.subject, told.message]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 600)
  for (const to of numbers)
    await services.mail.sendWith(context.tx, { to, channel: 'sms', subject: '', text, html: '' })
  return numbers.length
}

import { mailOf } from '../../mail/compose-mail.ts'
import { languagesOfPeople } from '../../mail/language-of-person.ts'
import { openWord } from '../../mail/open-word.ts'
import { sendBranded } from '../../mail/send-branded.ts'
import { insertNotifications } from '../../notifications/insert-notifications.ts'
import { safeLink } from '../../notifications/safe-link.ts'
import { recordsDrawn } from '../records-drawn.ts'
import type { StepRunner, StepTurn } from '../step-turn.ts'
import { peopleOf, textOf, type Somebody } from './people.ts'

interface Message {
  subject: string
  message: string
  link: string
}

/**
 * Tells people in the product, by mail and by text message. All of it commits with the step; mails and text messages leave
 * after that, from the outgoing messages, and what becomes of them stands in the run.
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
    const about = await recordsDrawn(turn, [step.subject, step.message, step.link])
    await insertNotifications(
      context.tx,
      context.caller.tenantId,
      people.map(({ id }) => ({ userId: id, ...told, about, runId: run.id })),
    )
    output['app'] = people.length
  }
  if (step.by.includes('mail')) output['mail'] = await mailAll(turn, people, told)
  if (step.by.includes('text')) output['text'] = await textAll(turn, people, told)
  return { input, output: dry ? {} : output }
}

async function mailAll(
  { context, services, run, dry }: StepTurn,
  people: Somebody[],
  told: Message,
): Promise<number> {
  const { settings } = services
  const reachable = people.flatMap(({ id, name, email }) => (email === null ? [] : [{ id, name, email }]))
  // A server without mail tells in the product only.
  if (dry || (settings.smtpUrl === null && !settings.developmentHelpers)) return 0
  const ids = reachable.map(({ id }) => id)
  const languageOf = await languagesOfPeople(context.tx, context.caller.tenantId, ids)
  for (const { id, name, email } of reachable)
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
      { runId: run.id, step: run.steps, userId: id, name },
    )
  return reachable.length
}

async function textAll(
  { context, services, run, dry }: StepTurn,
  people: Somebody[],
  told: Message,
): Promise<number> {
  const { settings } = services
  if (dry || (settings.sms === null && !settings.developmentHelpers)) return 0
  const { rows } = await context.tx.query<{ id: string; phone: string | null }>(
    'select id, app.verified_phone(id) as phone from unnest($1::uuid[]) as id',
    [people.map(({ id }) => id)],
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const numbers = rows.flatMap(({ id, phone }) => (phone === null ? [] : [{ id, phone }]))
  const text = [told.subject, told.message]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 600)
  for (const { id, phone } of numbers)
    await services.mail.sendWith(
      context.tx,
      { to: phone, channel: 'sms', subject: '', text, html: '' },
      { runId: run.id, step: run.steps, userId: id, name: names.get(id) ?? '' },
    )
  return numbers.length
}

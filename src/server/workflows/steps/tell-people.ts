import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { mailOf } from '../../mail/compose-mail.ts'
import { languagesOfPeople } from '../../mail/language-of-person.ts'
import { openWord } from '../../mail/open-word.ts'
import { sendBranded } from '../../mail/send-branded.ts'
import { insertNotifications } from '../../notifications/insert-notifications.ts'
import { subjectIn } from '../../notifications/product-subjects.ts'
import { seenWords, type Words } from '../../notifications/seen-words.ts'
import { safeLink } from '../../notifications/safe-link.ts'
import { recordContext } from '../../records/open-records.ts'
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
  const about = await recordsDrawn(turn, [step.subject, step.message, step.link])
  if (step.by.includes('app')) {
    await insertNotifications(
      context.tx,
      context.caller.tenantId,
      people.map(({ id }) => ({ userId: id, ...told, about, runId: run.id })),
    )
    output['app'] = people.length
  }
  const words = { ...told, about }
  if (step.by.includes('mail')) output['mail'] = await mailAll(turn, people, words)
  if (step.by.includes('text')) output['text'] = await textAll(turn, people, words)
  return { input, output: dry ? {} : output }
}

/** The words as one of them may read them: what leaves by mail or text message says no more than the product would. */
async function wordsFor(
  { context, services }: StepTurn,
  { id: userId, email, name, role }: Somebody,
  language: string,
  told: Words,
): Promise<Message> {
  const { tenantId, tenantName } = context.caller
  const reader = { userId, email, name, sessionId: newId(), tenantId, tenantName, role }
  const [seen] = await seenWords(await recordContext(context.tx, reader, services), [told])
  const { subject, message, link } = must(seen)
  // What the product says instead of words that are not theirs to see is in their language.
  return { subject: subject === told.subject ? subject : subjectIn(language, subject), message, link }
}

async function mailAll(turn: StepTurn, people: Somebody[], told: Words): Promise<number> {
  const { context, services, run, dry } = turn
  const { settings } = services
  const reachable = people.flatMap((one) => (one.email === null ? [] : [{ ...one, email: one.email }]))
  // A server without mail tells in the product only.
  if (dry || (settings.smtpUrl === null && !settings.developmentHelpers)) return 0
  const ids = reachable.map(({ id }) => id)
  const languageOf = await languagesOfPeople(context.tx, context.caller.tenantId, ids)
  for (const one of reachable) {
    const { id, name, email } = one
    const { subject, message, link } = await wordsFor(turn, one, languageOf(id), told)
    await sendBranded(
      context.tx,
      context.caller,
      services,
      mailOf(email, subject, [
        ...(message === '' ? [] : [message]),
        ...(link === '' ? [] : [{ label: openWord[languageOf(id)], url: services.publicUrl() + link }]),
      ]),
      { runId: run.id, step: run.steps, userId: id, name },
    )
  }
  return reachable.length
}

async function textAll(turn: StepTurn, people: Somebody[], told: Words): Promise<number> {
  const { context, services, run, dry } = turn
  const { settings } = services
  if (dry || (settings.sms === null && !settings.developmentHelpers)) return 0
  const { rows } = await context.tx.query<{ id: string; phone: string | null }>(
    'select id, app.verified_phone(id) as phone from unnest($1::uuid[]) as id',
    [people.map(({ id }) => id)],
  )
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]))
  const numbers = people.flatMap((one) => {
    const phone = phones.get(one.id) ?? null
    return phone === null ? [] : [{ ...one, phone }]
  })
  const ids = numbers.map(({ id }) => id)
  const languageOf = await languagesOfPeople(context.tx, context.caller.tenantId, ids)
  for (const one of numbers) {
    const { subject, message } = await wordsFor(turn, one, languageOf(one.id), told)
    const text = [subject, message].filter((part) => part !== '').join(': ')
    await services.mail.sendWith(
      context.tx,
      { to: one.phone, channel: 'sms', subject: '', text: text.slice(0, 600), html: '' },
      { runId: run.id, step: run.steps, userId: one.id, name: one.name },
    )
  }
  return numbers.length
}

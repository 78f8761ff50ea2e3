import { AppError } from '#base/app-error.ts'
import { atEvenPace } from '#base/even-pace.ts'
import type { DateField } from '#contracts/api/calendars.ts'
import type { Where } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { languageOfPerson } from '../mail/language-of-person.ts'
import { subjectIn } from '../notifications/product-subjects.ts'
import { seenWords, type Words } from '../notifications/seen-words.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { outsiderStepMs, throughDoor, type PublicPlace } from '../public/in-public.ts'
import { standingFor } from '../portal/closed-places.ts'
import { portalAddresses } from '../portal/portal-addresses.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { hashShare } from '../shares/shares.ts'
import { datesOf } from './calendar-feeds.ts'
import { writeCalendar, type Entry } from './write-calendar.ts'

interface CalendarPlace extends PublicPlace {
  user_id: string
  email: string | null
  name: string | null
  role: string
  record_id: string | null
  dates: DateField[]
  mine: boolean
}

const newTokens = /^[\w-]{32}$/
const day = 86_400_000
// A quarter back, a year ahead, and no more than a calendar can show.
const span = { back: 92 * day, ahead: 366 * day }
const mostOfOne = 500

/**
 * What the person of a calendar may see now, as iCalendar. 404, always the same, for an address that never was or was taken
 * back, and for somebody who may not be in the workspace now.
 */
export function readCalendar(
  visit: { services: Services; requestId: string },
  token: string,
): Promise<string> {
  return atEvenPace(outsiderStepMs, async () => {
    if (!newTokens.test(token)) throw new AppError('not_found')
    const hash = hashShare(token)
    const door = { text: "select * from app.enter_calendar(decode($1, 'hex'))", values: [hash] }
    const { services } = visit
    const written = await throughDoor<string, CalendarPlace>(
      visit,
      door,
      'read',
      `calendar ${hash}`,
      async (inside, place) => {
        const caller = await standingFor(inside.tx, inside.workspace, inside.caller, place.record_id)
        const context = { ...inside, caller }
        const entries: Entry[] = []
        for (const date of place.dates) entries.push(...(await entriesOf(context, date, place.mine)))
        entries.push(...(await toDecide(context)))
        return writeCalendar(place.tenant_name, entries, services.publicUrl())
      },
      {
        accessOf: (workspace, place) => accessOf(workspace, callerOf(place)),
        callerOf,
      },
    )
    await services.database.requests.query("select app.note_calendar_read(decode($1, 'hex'))", [hash])
    return written
  })
}

const callerOf = (place: CalendarPlace) => ({
  userId: place.user_id,
  email: place.email,
  name: place.name,
  sessionId: '',
  tenantId: place.tenant_id,
  tenantName: place.tenant_name,
  role: place.role,
})

/** The records with this date around now; none of what they may not read any more. */
async function entriesOf(
  context: RecordContext,
  { model: key, field: date }: DateField,
  mine: boolean,
): Promise<Entry[]> {
  const { workspace, access, caller } = context
  const model = workspace.models.get(key)
  if (!model || !access.can(model, 'read')) return []
  const field = datesOf(context, model).find((one) => one.key === date)
  const named = mine ? namesPerson(context, model, caller.userId) : null
  if (!field || (mine && named === null)) return []
  const title =
    model.titleField !== null && access.readable(model).has(model.titleField) ? model.titleField : null
  const [from, to] = [Date.now() - span.back, Date.now() + span.ahead].map((at) => {
    const iso = new Date(at).toISOString()
    return field.kind === 'date' ? iso.slice(0, 10) : iso
  })
  // A customer sees no short links; their records stand on the pages of the customer area.
  const isLinked = access.readable(model).has('token')
  const within: Where[] = [
    { field: date, op: 'gte', value: from ?? '' },
    { field: date, op: 'lte', value: to ?? '' },
    ...(named ? [named] : []),
  ]
  const { rows } = await ask(context, {
    model: key,
    fields: ['id', ...(isLinked ? ['token'] : []), date, ...(title ? [title] : [])],
    where: { and: within },
    sort: [{ field: date, dir: 'asc' }],
    page: { size: mostOfOne },
  })
  const pages = isLinked ? null : await portalAddresses(context, key, rows)
  return rows.map((row) => ({
    id: `${String(row['id'])}-${date}`,
    at: String(row[date]),
    title: typeof row[title ?? ''] === 'string' ? String(row[title ?? '']) : model.label,
    about: `${model.label}: ${field.label}`,
    path: pages ? (pages.get(String(row['id'])) ?? '/') : `/o/${String(row['token'])}`,
  }))
}

/** Records in which a field names the person; null where the model has none that they may read. */
function namesPerson({ access }: RecordContext, model: ModelInfo, userId: string): Where | null {
  const fields = [...access.readable(model).values()].filter(({ type, system }) => type === 'user' && !system)
  if (fields.length === 0) return null
  return {
    or: fields.map(({ key, kind }) => ({
      field: key,
      op: kind === 'list' ? 'contains' : 'eq',
      value: userId,
    })),
  }
}

/** What workflows ask the person to decide, today. */
async function toDecide(context: RecordContext): Promise<Entry[]> {
  const { tx, caller } = context
  const { rows } = await tx.query<{ id: string } & Words>(
    `select n.id, n.subject, n.message, n.link, n.about from app.notifications n
     join app.approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id and a.status = 'waiting'
     where n.tenant_id = $1 and n.user_id = $2 order by n.id limit 100`,
    [caller.tenantId, caller.userId],
  )
  if (rows.length === 0) return []
  const language = await languageOfPerson(tx, caller.tenantId, caller.userId)
  return (await seenWords(context, rows)).map(({ id, subject, link }) => ({
    id,
    at: new Date().toISOString().slice(0, 10),
    title: subjectIn(language, subject),
    about: '',
    path: link === '' ? '/notifications' : link,
  }))
}

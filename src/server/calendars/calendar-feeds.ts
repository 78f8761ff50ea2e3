import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import { newId, newToken } from '#base/ids.ts'
import type { CalendarFeed, DateField, OfferedDate } from '#contracts/api/calendars.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { hashShare } from '../shares/shares.ts'
import { isFieldNamedByProduct, isNamedByProduct } from '../standard-models/mark-own-words.ts'

const mostOfOne = 20

const isDate = ({ kind, system, type }: FieldInfo): boolean =>
  !system && (kind === 'date' || kind === 'datetime') && (type === 'date' || type === 'datetime')

/** The dates of a model's records that this reader may see, but those that the system notes of every record. */
export const datesOf = (
  { access }: RecordContext,
  model: Parameters<RecordContext['access']['readable']>[0],
): FieldInfo[] => [...access.readable(model).values()].filter(isDate)

/** Every date a calendar of this person may show. */
export function offeredDates(context: RecordContext): OfferedDate[] {
  return [...context.workspace.models.values()]
    .filter((model) => model.kind === 'objects' && context.access.can(model, 'read'))
    .flatMap((model) =>
      datesOf(context, model).map((field) => ({
        model: model.key,
        field: field.key,
        model_label: model.label,
        field_label: field.label,
        ours: isNamedByProduct(model) && isFieldNamedByProduct(model, field),
      })),
    )
}

/** The calendars of whoever asks that were not taken back, newest first. */
export async function listFeeds({ tx, caller }: RecordContext): Promise<CalendarFeed[]> {
  const { rows } = await tx.query<CalendarFeed>(
    `select id, dates, mine, to_json(created_at) #>> '{}' as created_at, to_json(read_at) #>> '{}' as read_at
     from app.calendar_feeds where tenant_id = $1 and user_id = $2 and revoked_at is null order by id desc`,
    [caller.tenantId, caller.userId],
  )
  return rows
}

/** Makes a calendar and answers its address, this once. Throws 422 for dates that are not theirs to see and for too many, 429. */
export async function createFeed(
  context: RecordContext,
  services: Services,
  { dates, mine }: { dates: readonly DateField[]; mine: boolean },
): Promise<{ id: string; url: string }> {
  const { tx, caller } = context
  // What somebody looks as another would be read with the rights of neither.
  if (caller.preview) throw new AppError('forbidden', 'A preview makes no calendars.')
  services.limiter.take('calendar-made', caller.userId, 30, 3600)
  requireOffered(context, dates)
  if ((await listFeeds(context)).length >= mostOfOne)
    throw invalid([
      { path: 'dates', code: 'limit', message: 'You have too many calendars. Take some back first.' },
    ])
  const id = newId()
  const token = newToken()
  const hash = Buffer.from(hashShare(token), 'hex')
  await tx.query(
    `insert into app.calendar_feeds (tenant_id, id, user_id, token_hash, dates, mine) values ($1, $2, $3, $4, $5, $6)`,
    [caller.tenantId, id, caller.userId, hash, JSON.stringify(dates), mine],
  )
  await tx.query(`select app.remember_token($1, 'calendar', 'infinity')`, [hash])
  await recordEvent(tx, caller, {
    kind: 'created',
    subject: 'calendar',
    recordId: id,
    after: { dates: dates.map(({ model, field }) => `${model}.${field}`), mine },
  })
  return { id, url: `${services.publicUrl()}/api/calendars/${token}/dates.ics` }
}

function requireOffered(context: RecordContext, dates: readonly DateField[]): void {
  const offered = new Set(offeredDates(context).map(({ model, field }) => `${model}.${field}`))
  const details = dates.flatMap(({ model, field }, at): ErrorDetail[] =>
    offered.has(`${model}.${field}`)
      ? []
      : [
          {
            path: `dates.${at}`,
            code: 'unknown_field',
            message: `${model}.${field}: There is no such date.`,
          },
        ],
  )
  if (details.length > 0) throw invalid(details)
}

/** Takes a calendar back. Throws 404 for one that is not theirs or was taken back. */
export async function revokeFeed({ tx, caller }: RecordContext, id: string): Promise<void> {
  const { rows } = await tx.query(
    `update app.calendar_feeds set revoked_at = now()
     where tenant_id = $1 and id = $2 and user_id = $3 and revoked_at is null returning id`,
    [caller.tenantId, id, caller.userId],
  )
  if (rows.length === 0) throw new AppError('not_found')
  await recordEvent(tx, caller, { kind: 'revoked', subject: 'calendar', recordId: id })
}

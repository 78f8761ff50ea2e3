import { AppError } from '#base/app-error.ts'
import { modelFor, visibleIds, type RecordContext } from './record-context.ts'

/** So many that somebody took are remembered; favourites stay however many they are. */
const mostUsed = 200
/** So many of one write count as taken: who pastes a thousand lines has not chosen each. */
const mostAtOnce = 20

export interface RecordAtHand {
  id: string
  favourite: boolean
}

/** Puts down that somebody took these records, for themselves. */
export async function noteUse({ tx, caller }: RecordContext, ids: Iterable<string>): Promise<void> {
  // In one order, so that two writes of one person never wait for each other crosswise.
  const used = [...new Set(ids)].slice(-mostAtOnce).toSorted()
  if (used.length === 0) return
  await tx.query(
    `insert into app.records_at_hand (tenant_id, user_id, record_id, used_at)
     select $1, $2, id, clock_timestamp() from unnest($3::uuid[]) as id
     on conflict (tenant_id, user_id, record_id) do update set used_at = excluded.used_at`,
    [caller.tenantId, caller.userId, used],
  )
  await tx.query(
    `delete from app.records_at_hand where tenant_id = $1 and user_id = $2 and favourite_since is null and record_id in (
       select record_id from app.records_at_hand
       where tenant_id = $1 and user_id = $2 and favourite_since is null order by used_at desc offset $3)`,
    [caller.tenantId, caller.userId, mostUsed],
  )
}

/** Marks a record as a favourite of this person, or no longer. 404 for one they may not see. */
export async function setFavourite(
  context: RecordContext,
  { model: key, id, on }: { model: string; id: string; on: boolean },
): Promise<void> {
  const { tx, caller } = context
  modelFor(context, key, 'read')
  if (!(await visibleIds(context, key, [id])).has(id)) throw new AppError('not_found')
  await tx.query(
    on
      ? `insert into app.records_at_hand (tenant_id, user_id, record_id, favourite_since) values ($1, $2, $3, now())
         on conflict (tenant_id, user_id, record_id) do update set favourite_since = coalesce(records_at_hand.favourite_since, now())`
      : `with gone as (delete from app.records_at_hand where tenant_id = $1 and user_id = $2 and record_id = $3 and used_at is null)
         update app.records_at_hand set favourite_since = null
         where tenant_id = $1 and user_id = $2 and record_id = $3 and used_at is not null`,
    [caller.tenantId, caller.userId, id],
  )
}

/**
 * The records of a model that this person has at hand: favourites as they were marked, then what they took last, at most 20.
 * They may not see all of them any more: ask for them by their ids.
 */
export async function recordsAtHand(
  { tx, caller, workspace }: RecordContext,
  key: string,
): Promise<RecordAtHand[]> {
  const model = workspace.models.get(key)
  if (!model) return []
  const { rows } = await tx.query<RecordAtHand & { place: string }>(
    `select h.record_id as id, h.favourite_since is not null as favourite,
       row_number() over (partition by h.favourite_since is null order by h.favourite_since, h.used_at desc) as place
     from app.records_at_hand h join app.objects o on o.tenant_id = h.tenant_id and o.id = h.record_id
     where h.tenant_id = $1 and h.user_id = $2 and o.model_id = $3 and o.deleted_at is null
     order by favourite desc, place`,
    [caller.tenantId, caller.userId, model.id],
  )
  const recent = rows.filter(({ favourite }) => !favourite).slice(0, 20)
  return [...rows.filter(({ favourite }) => favourite), ...recent].map(({ id, favourite }) => ({
    id,
    favourite,
  }))
}

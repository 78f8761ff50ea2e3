import { groupBy } from '#base/group-by.ts'
import type { RecordContext } from '../records/record-context.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { changedRows } from './changed-rows.ts'
import { followedBy } from './followed-by.ts'
import { textOf } from './read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'

/**
 * Lets estimates show what their current version says: the accepted one, else the latest of the main variant, else the
 * latest. Their versions are held before, the estimates here.
 */
export async function keepEstimates(
  context: RecordContext,
  ids: Iterable<string>,
  cause: EventCause,
): Promise<Followed[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const model = modelNamed(context, 'estimates')
  const { rows: estimates } = await context.tx.query<StoredRow>(
    `select id, archetype_id, attributes from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is null
     order by id for no key update`,
    [context.caller.tenantId, model.id, wanted],
    { plan: 'lookup' },
  )
  const versions = groupBy(
    await rowsOf(context, 'estimate_versions', 'estimate', wanted),
    ({ attributes }) => textOf(attributes, 'estimate') ?? '',
  )
  const changes = changedRows(estimates, ({ id }) => {
    const own = versions.get(id) ?? []
    const current = currentOf(own)
    const value = (key: string): unknown => current?.attributes[key] ?? null
    return {
      current_version: current?.id ?? null,
      state: value('status'),
      net: value('net'),
      gross: value('gross'),
      direct_cost: value('direct_cost'),
      margin: value('margin'),
      versions: own.length,
    }
  })
  if (changes.length === 0) return []
  await updateRows(context, model, changes, cause)
  return [followedBy(model, changes)]
}

const isTaken = ({ attributes }: StoredRow): boolean =>
  attributes.status === 'accepted' || attributes.status === 'contracted'
const isMain = ({ attributes }: StoredRow): boolean => attributes.variant === 'main'
const numberOf = ({ attributes }: StoredRow): number =>
  typeof attributes.version_no === 'number' ? attributes.version_no : 0

function currentOf(versions: readonly StoredRow[]): StoredRow | undefined {
  const latest = versions.toSorted((a, b) => numberOf(b) - numberOf(a))
  return latest.find(isTaken) ?? latest.find(isMain) ?? latest[0]
}

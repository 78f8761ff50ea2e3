import { canonicalJson } from '#base/json.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import type { ComingWrite, StandardGuard } from '../standard-models/standard-guard.ts'
import { frozenKeys } from './frozen-keys.ts'
import { holdVersions } from './hold-versions.ts'
import { lockedVersion } from './locked-version.ts'

type Attributes = Readonly<Record<string, unknown>>

/** Lines, resources and markups change only in drafts. Their version is held first, so that nobody issues it meanwhile. */
export const guardContent: StandardGuard = async (context, model, write) => {
  const stored = await storedValues(context, model, write.ids)
  const versions = await holdVersions(context, linkedIds([...stored.values(), ...write.incoming], 'version'))
  const locked = versions.find(({ status }) => status !== 'draft')
  if (!locked || !touches(model, write, stored)) return
  if (await isSeen(context, model, write, locked.id)) throw lockedVersion(locked)
}

async function storedValues(
  { tx, caller }: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
): Promise<Map<string, Attributes>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; attributes: Attributes }>(
    'select id, attributes from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is null',
    [caller.tenantId, model.id, ids],
    { plan: 'lookup' },
  )
  return new Map(rows.map(({ id, attributes }) => [id, attributes]))
}

/** Whether it would change something that is fixed: notes and a workspace's own fields are not. */
function touches(
  model: ModelInfo,
  { kind, ids, incoming }: ComingWrite,
  stored: ReadonlyMap<string, Attributes>,
): boolean {
  if (kind !== 'update') return true
  const frozen = frozenKeys(model.key)
  return incoming.some((values, at) => {
    const before = stored.get(ids[at] ?? '') ?? {}
    return Object.entries(values).some(
      ([key, value]) =>
        frozen.has(key) && canonicalJson(value ?? null) !== canonicalJson(before[key] ?? null),
    )
  })
}

/** What this person may not see is refused as not being there, by those who look after that. */
async function isSeen(
  context: RecordContext,
  model: ModelInfo,
  { kind, ids }: ComingWrite,
  version: string,
): Promise<boolean> {
  if (kind === 'create' || kind === 'restore')
    return (await visibleIds(context, 'estimate_versions', [version])).size > 0
  return (await visibleIds(context, model.key, ids)).size === new Set(ids).size
}

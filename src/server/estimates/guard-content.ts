import { canonicalJson } from '#base/json.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import type { ComingWrite, StandardGuard } from '../standard-models/standard-guard.ts'
import { frozenKeys } from './frozen-keys.ts'
import { holdVersions } from './hold-versions.ts'
import { lockedVersion } from './locked-version.ts'
import { modelNamed } from './stored-version.ts'

type Attributes = Readonly<Record<string, unknown>>

/** One record of a write: as it is stored, and what comes. */
interface Row {
  before: Attributes | undefined
  values: Attributes
}

/**
 * Lines, what they are made of, their further cost groups and markups change only in drafts, each record by the version it is
 * in. Versions are held first, so that nobody issues them meanwhile.
 */
export const guardContent: StandardGuard = async (context, model, write) => {
  const stored = await storedValues(context, model, write.ids)
  const rows = rowsOf(write, stored)
  const versionOf = await versionsOf(context, model, rows)
  const held = await holdVersions(context, new Set(rows.flatMap((row) => versionOf(row))))
  const locked = new Map(held.filter(({ status }) => status !== 'draft').map((one) => [one.id, one]))
  const refused: Refusals = new Map()
  if (locked.size === 0) return refused
  const seen = await seenVersions(context, model, write, [...locked.keys()])
  for (const [at, row] of rows.entries()) {
    const version = locked.get(versionOf(row).find((id) => locked.has(id) && seen(id)) ?? '')
    if (version && (write.kind !== 'update' || touches(model, row)))
      refused.set(at, await lockedVersion(context, version))
  }
  return refused
}

const rowsOf = ({ kind, ids, incoming }: ComingWrite, stored: ReadonlyMap<string, Attributes>): Row[] =>
  kind === 'create' || kind === 'restore'
    ? incoming.map((values) => ({ before: undefined, values }))
    : ids.map((id, at) => ({ before: stored.get(id), values: incoming[at] ?? {} }))

/** The versions that a record is in or comes into; a further cost group is where its line is. */
async function versionsOf(
  context: RecordContext,
  model: ModelInfo,
  rows: readonly Row[],
): Promise<(row: Row) => string[]> {
  const key = model.key === 'line_classifications' ? 'line' : 'version'
  const linked = ({ before, values }: Row): string[] => [...linkedIds([before ?? null, values], key)]
  if (key === 'version') return linked
  const lines = await storedValues(context, modelNamed(context, 'estimate_lines'), rows.flatMap(linked))
  return (row) => linked(row).flatMap((line) => [...linkedIds([lines.get(line) ?? null], 'version')])
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
function touches(model: ModelInfo, { before = {}, values }: Row): boolean {
  const frozen = frozenKeys(model.key)
  return Object.entries(values).some(
    ([key, value]) => frozen.has(key) && canonicalJson(value ?? null) !== canonicalJson(before[key] ?? null),
  )
}

/** What this person may not see is refused as not being there, by those who look after that. */
async function seenVersions(
  context: RecordContext,
  model: ModelInfo,
  { kind, ids }: ComingWrite,
  versions: readonly string[],
): Promise<(version: string) => boolean> {
  if (kind === 'create' || kind === 'restore') {
    const visible = await visibleIds(context, 'estimate_versions', versions)
    return (version) => visible.has(version)
  }
  const all = (await visibleIds(context, model.key, ids)).size === new Set(ids).size
  return () => all
}

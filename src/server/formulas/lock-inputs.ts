import { isUuid } from '#base/ids.ts'
import type { Computed } from '#kernel/formulas/computed.ts'
import { formulaPlan, type Dependent } from '#kernel/formulas/plan.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'

type Attributes = Readonly<Record<string, unknown>>

/** The ids a relation of some records holds. */
export function linkedIds(records: readonly (Attributes | null)[], field: string): Set<string> {
  const ids = new Set<string>()
  for (const attributes of records) {
    const value = attributes && Object.hasOwn(attributes, field) ? attributes[field] : null
    for (const id of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof id === 'string' && isUuid(id)) ids.add(id.toLowerCase())
  }
  return ids
}

/**
 * To be called before stored records are held for a change: holds what they read and what sums them up first, so that
 * who changes a price and who changes a line of it take their locks in the same order and wait instead of blocking each
 * other. `incoming`: the values that are to be written.
 */
export async function lockAround(
  context: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
  incoming: readonly Attributes[] = [],
): Promise<void> {
  const { byModel, dependents } = formulaPlan(context.workspace)
  const fields = byModel.get(model.key) ?? []
  const rolledUp = [...(dependents.get(model.key)?.values() ?? [])].flat().some(isRolledUp)
  if (!rolledUp && fields.every(({ reads }) => reads.every(({ steps }) => steps.length === 0))) return
  const { rows } = await context.tx.query<{ attributes: Attributes }>(
    'select attributes from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[])',
    [context.caller.tenantId, model.id, ids],
  )
  await lockInputs(context, model, fields, [...rows.map(({ attributes }) => attributes), ...incoming])
}

const isRolledUp = ({ input }: Pick<Dependent, 'input'>): boolean => input.steps.at(-1)?.kind === 'inverse'

/**
 * Holds the records that these computed fields read until the transaction ends, then those whose roll-ups the write will
 * change: for that at once, because a lock that is raised later is how two writers block each other.
 */
export async function lockInputs(
  context: RecordContext,
  model: ModelInfo,
  fields: readonly Computed[],
  records: readonly Attributes[],
): Promise<void> {
  const dependents = formulaPlan(context.workspace).dependents.get(model.key)
  const ways = new Map<string, string[]>()
  for (const { reads } of fields)
    for (const { steps } of reads) {
      const way = steps.map(({ field }) => field)
      if (steps.length > 0 && steps[0]?.kind !== 'inverse') ways.set(way.join('.'), way)
    }
  const strong = new Set<string>()
  const weak = new Set<string>()
  for (const [first] of ways.values()) {
    if (first === undefined) continue
    if (dependents?.get(first)?.some(isRolledUp)) continue
    for (const id of linkedIds(records, first)) weak.add(id)
  }
  for (const [key, found] of dependents ?? [])
    if (found.some(({ input }) => isRolledUp({ input }) && input.steps.at(-1)?.field === key))
      for (const id of linkedIds(records, key)) strong.add(id)
  const held = new Map<string, Attributes>()
  await hold(context, new Set([...weak].filter((id) => !strong.has(id))), 'for share', held)
  await hold(context, strong, 'for no key update', held)
  // Records behind the linked ones: `item.supplier.discount`.
  for (const way of ways.values()) {
    let before = linkedIds(records, way[0] ?? '')
    for (const field of way.slice(1)) {
      const next = linkedIds(
        [...before].map((id) => held.get(id) ?? null),
        field,
      )
      await hold(context, new Set([...next].filter((id) => !held.has(id))), 'for share', held)
      before = next
    }
  }
}

async function hold(
  { tx, caller }: RecordContext,
  ids: ReadonlySet<string>,
  strength: 'for share' | 'for no key update',
  held: Map<string, Attributes>,
): Promise<void> {
  if (ids.size === 0) return
  const { rows } = await tx.query<{ id: string; attributes: Attributes }>(
    `select id, attributes from app.objects where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id ${strength}`,
    [caller.tenantId, [...ids]],
  )
  for (const { id, attributes } of rows) held.set(id, attributes)
}

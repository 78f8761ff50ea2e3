import { groupBy } from '#base/group-by.ts'
import type { Row } from '#contracts/query.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'

/** A building element that somebody chose: the same in all versions of its model. */
export interface ChosenElement {
  /** Id of the first of all its versions: what its quantities and entries are kept by. */
  identity: string
  /** Id of the spatial node it stands in, in the version that was chosen. */
  place: string | null
}

/** Quantities as decimal text, by line (`estimate/lineage`) and by identity. */
export type CountedElements = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/**
 * The quantities that elements were counted with for lines of estimates. Of a line that was counted again the last count of
 * an element holds. Four questions, however many elements.
 */
export async function countedElements(
  context: RecordContext,
  elements: readonly ChosenElement[],
): Promise<CountedElements> {
  const identities = [...new Set(elements.map(({ identity }) => identity))]
  // Of all versions of an element the first has no identity: the others have its id for theirs.
  const later = await everyRow(context, {
    model: 'bim_elements',
    fields: ['id', 'identity'],
    where: { field: 'identity', op: 'in', value: identities },
  })
  const identityOf = new Map(identities.map((identity) => [identity, identity]))
  for (const { id, identity } of later) identityOf.set(String(id), String(identity))
  const items = await everyRow(context, {
    model: 'takeoff_items',
    fields: ['element', 'run', 'rule', 'group_key', 'quantity'],
    where: { field: 'element', op: 'in', value: [...identityOf.keys()] },
  })
  if (items.length === 0) return new Map()
  const links = await everyRow(context, {
    model: 'line_links',
    fields: ['run', 'rule', 'group_key', 'estimate', 'lineage'],
    sort: [{ field: 'created_at', dir: 'asc' }],
    where: {
      and: [
        { field: 'run', op: 'in', value: [...new Set(items.map(({ run }) => String(run)))] },
        { field: 'rule', op: 'in', value: [...new Set(items.map(({ rule }) => String(rule)))] },
      ],
    },
  })
  const groups = groupBy(items, groupOf)
  const found = new Map<string, Map<string, string[]>>()
  for (const link of links) {
    const line = `${String(link['estimate'])}/${String(link['lineage'])}`
    const counted = groupBy(
      (groups.get(groupOf(link)) ?? []).filter(({ quantity }) => typeof quantity === 'string'),
      ({ element }) => identityOf.get(String(element)) ?? '',
    )
    if (counted.size === 0) continue
    const known = found.get(line) ?? new Map<string, string[]>()
    found.set(line, known)
    for (const [identity, rows] of counted)
      known.set(
        identity,
        rows.map(({ quantity }) => String(quantity)),
      )
  }
  return found
}

const groupOf = (row: Row): string => JSON.stringify([row['run'], row['rule'], row['group_key'] ?? null])

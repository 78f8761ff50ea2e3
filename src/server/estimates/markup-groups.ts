import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { groupTree } from '../cost-groups/group-tree.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { keepTrees } from '../standard-models/tree-rules.ts'
import { foreignFields } from './foreign-fields.ts'
import { listOf, textOf } from './read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'

const markupGroupsSchema = z.strictObject({
  /** The set all of them are of. */
  set: z.string(),
  /** Those that were chosen and everything inside them, sorted. */
  within: z.array(z.string()),
  /** Further groups of lines that are of this set and not among these: they take their share from the line's own group. */
  beside: z.array(z.string()),
})

/** What a markup that is for some cost groups is reckoned on: a copy, so that it is fixed with its version. */
export type MarkupGroups = z.output<typeof markupGroupsSchema>

/** The kept groups of a markup; null for one that is for all. */
export function markupGroupsOf(attributes: StoredRow['attributes']): MarkupGroups | null {
  const parsed = markupGroupsSchema.safeParse(attributes.groups)
  return parsed.success ? parsed.data : null
}

/**
 * What markups are to keep of the cost groups they are for, as the sets are now, by markup; null for one that is for all.
 * Those whose groups are all gone, and those of a workspace with such fields of its own, keep what they have. 422 where one is for groups of several sets.
 * @param further the further cost groups of the lines
 */
export async function keptGroups(
  context: RecordContext,
  markups: readonly StoredRow[],
  further: readonly StoredRow[],
): Promise<Map<string, MarkupGroups | null>> {
  const kept = new Map<string, MarkupGroups | null>()
  const foreign = foreignFields(context)
  if (foreign.has('groups') || foreign.has('basis_groups')) return kept
  const used = new Set(further.flatMap(({ attributes }) => textOf(attributes, 'cost_group') ?? []))
  const asking: StoredRow[] = []
  for (const markup of markups)
    if (listOf(markup.attributes, 'basis_groups').length > 0) asking.push(markup)
    else if (markup.attributes.groups != null) kept.set(markup.id, null)
  const sets = new Map<string, readonly StoredRow[]>()
  for (const [{ id, attributes }, set] of await heldSets(context, asking)) {
    let groups = sets.get(set)
    if (!groups) sets.set(set, (groups = await rowsOf(context, 'cost_groups', 'set', [set])))
    const within = inside(groups, new Set(listOf(attributes, 'basis_groups')))
    const beside = groups.map((group) => group.id).filter((group) => used.has(group) && !within.has(group))
    kept.set(id, { set, within: [...within].toSorted(), beside: beside.toSorted() })
  }
  return kept
}

/**
 * The set each of these markups is for; those whose groups are all gone are missing. The sets stay as they are until the
 * transaction ends: who moves groups of them does not see a markup that is not committed yet (`guard-groups.ts`).
 */
async function heldSets(
  context: RecordContext,
  markups: readonly StoredRow[],
): Promise<Map<StoredRow, string>> {
  const held = new Set<string>()
  for (;;) {
    const sets = await setsOf(context, markups)
    const more = [...new Set(sets.values())].filter((set) => !held.has(set))
    if (more.length === 0) return sets
    await keepTrees(context, groupTree, more)
    for (const set of more) held.add(set)
    // A group may have gone to another set meanwhile.
  }
}

async function setsOf(
  context: RecordContext,
  markups: readonly StoredRow[],
): Promise<Map<StoredRow, string>> {
  const chosen = new Set(markups.flatMap(({ attributes }) => listOf(attributes, 'basis_groups')))
  if (chosen.size === 0) return new Map()
  const rows = await loadObjects(context, modelNamed(context, 'cost_groups'), [...chosen])
  const setById = new Map(rows.map(({ id, attributes }) => [id, textOf(attributes, 'set')]))
  const sets = new Map<StoredRow, string>()
  for (const markup of markups) {
    const ids = listOf(markup.attributes, 'basis_groups')
    const [set, ...others] = new Set(ids.flatMap((id) => setById.get(id) ?? []))
    if (others.length > 0) throw severalSets(textOf(markup.attributes, 'label') ?? '')
    if (set !== undefined) sets.set(markup, set)
  }
  return sets
}

const severalSets = (label: string) =>
  invalid([
    {
      path: 'basis_groups',
      code: 'one_set',
      ...saying('“{{label}}” is for cost groups of several sets. Choose groups of one set.', { label }),
    },
  ])

/** The chosen groups with all that is inside them. */
function inside(groups: readonly StoredRow[], chosen: ReadonlySet<string>): Set<string> {
  const within = new Set(groups.flatMap(({ id }) => (chosen.has(id) ? [id] : [])))
  for (let before = -1; before < within.size;) {
    before = within.size
    for (const { id, attributes } of groups)
      if (within.has(textOf(attributes, 'parent') ?? '')) within.add(id)
  }
  return within
}

import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
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
  const sets = new Map<string, readonly StoredRow[]>()
  const used = new Set(further.flatMap(({ attributes }) => textOf(attributes, 'cost_group') ?? []))
  for (const { id, attributes } of markups) {
    const chosen = listOf(attributes, 'basis_groups')
    if (chosen.length === 0) {
      if (attributes.groups != null) kept.set(id, null)
      continue
    }
    const set = await setOf(context, chosen, textOf(attributes, 'label') ?? '')
    if (set === null) continue
    let groups = sets.get(set)
    if (!groups) sets.set(set, (groups = await rowsOf(context, 'cost_groups', 'set', [set])))
    const within = inside(groups, new Set(chosen))
    const beside = groups.map((group) => group.id).filter((group) => used.has(group) && !within.has(group))
    kept.set(id, { set, within: [...within].toSorted(), beside: beside.toSorted() })
  }
  return kept
}

async function setOf(
  context: RecordContext,
  chosen: readonly string[],
  label: string,
): Promise<string | null> {
  const rows = await loadObjects(context, modelNamed(context, 'cost_groups'), [...chosen])
  const [set, ...others] = new Set(rows.flatMap(({ attributes }) => textOf(attributes, 'set') ?? []))
  if (others.length === 0) return set ?? null
  throw invalid([
    {
      path: 'basis_groups',
      code: 'one_set',
      ...saying('“{{label}}” is for cost groups of several sets. Choose groups of one set.', { label }),
    },
  ])
}

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

import { decimal } from '#base/decimal.ts'
import { groupBy } from '#base/group-by.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredRow, StoredVersion } from '../estimates/stored-version.ts'
import type { RunGroup } from './run-groups.ts'

/** What a run would change of a version. */
export interface ProposedLines {
  /** Groups that have no line yet. */
  added: RunGroup[]
  /** Lines with another quantity. */
  changed: { line: StoredRow; quantity: string; groups: RunGroup[] }[]
  /** Lines of groups that were not counted this time. */
  removed: StoredRow[]
  /** Lines whose quantity stays, with what they hold. */
  same: { line: StoredRow; groups: RunGroup[] }[]
}

/** Which line holds what, as it was accepted before: the newest link of each group counts. */
export function proposedLines(
  groups: readonly RunGroup[],
  { lines }: StoredVersion,
  links: readonly StoredRow[],
  rules: readonly StoredRow[],
  targets: ReadonlyMap<string, StoredRow>,
): ProposedLines {
  const byLineage = new Map(lines.map((line) => [lineageOf(line), line]))
  const linked = new Map<string, StoredRow>()
  for (const { attributes } of links.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const line = byLineage.get(textOf(attributes, 'lineage') ?? '')
    const key = textOf(attributes, 'group_key')
    if (line && key !== null) linked.set(key, line)
  }
  const own = new Map(
    rules.flatMap(({ id, attributes }) => {
      const target = targets.get(textOf(attributes, 'target_line') ?? '')
      const line = target && byLineage.get(lineageOf(target))
      return line ? [[id, line]] : []
    }),
  )
  const lineOf = ({ rule, key }: RunGroup): StoredRow | undefined => own.get(rule) ?? linked.get(key)
  const held = groupBy(
    groups.filter((group) => lineOf(group)),
    (group) => lineOf(group),
  )
  const ownLines = new Set(own.values())
  const counted = [...held].flatMap(([line, some]) =>
    line ? [{ line, groups: some, quantity: sumOf(some) }] : [],
  )
  const emptied = [...ownLines].filter((line) => !held.has(line))
  const isSame = ({ line, quantity }: { line: StoredRow; quantity: string }): boolean =>
    decimal(textOf(line.attributes, 'quantity') ?? '0').eq(quantity)
  const all = [...counted, ...emptied.map((line) => ({ line, groups: [], quantity: '0' }))]
  const gone = new Set([...linked.values()].filter((line) => !held.has(line) && !ownLines.has(line)))
  return {
    added: groups.filter((group) => !lineOf(group)),
    changed: all.filter((one) => !isSame(one)),
    same: all.filter(isSame),
    removed: lines.filter((line) => gone.has(line)),
  }
}

const lineageOf = ({ id, attributes }: StoredRow): string => textOf(attributes, 'lineage') ?? id

const sumOf = (groups: readonly RunGroup[]): string =>
  groups.reduce((sum, { quantity }) => sum.plus(quantity), decimal('0')).toFixed(6)

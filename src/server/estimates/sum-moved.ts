import { addFixed, fixedText, parseFixed, roundFixed, zero, type Fixed } from '#estimating/fixed.ts'
import type { Wanted } from './changed-rows.ts'
import { levelsOf, type LoadedNodes } from './loaded-nodes.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

const keys = ['node_total', 'net_total'] as const
type Sums = Record<(typeof keys)[number], string>

/**
 * What sections come to in which something moved, and subtotals since the one before, of the amounts that lines have; then
 * the sections around those that come to something else, up to where nothing changes.
 */
export async function sumMoved(
  nodes: LoadedNodes,
  sections: Iterable<string | null>,
  want: (id: string, values: Wanted) => void,
): Promise<void> {
  const { levels, enter } = levelsOf(nodes, sections)
  const summed = new Map<string, Sums>()
  // From the deepest up: what is inside comes before what it is in. Each level adds to the one above it.
  for (let depth = levels.length - 1; depth > 0; depth--) {
    const level = levels[depth] ?? new Set()
    await nodes.open(level)
    for (const section of level) {
      const { sums, subtotals } = sumsIn(nodes.inside(section), summed)
      for (const [id, values] of subtotals) want(id, values)
      if (section === null) continue
      const { attributes } = nodes.row(section)
      if (keys.every((key) => textOf(attributes, key) === sums[key])) continue
      want(section, sums)
      summed.set(section, sums)
      enter(textOf(attributes, 'parent'))
    }
  }
}

/** What nodes beside each other come to, and each subtotal among them since the one before. */
function sumsIn(
  siblings: readonly StoredRow[],
  summed: ReadonlyMap<string, Sums>,
): { sums: Sums; subtotals: Map<string, Sums> } {
  const subtotals = new Map<string, Sums>()
  let [all, since] = [nothing, nothing]
  for (const { id, attributes } of siblings) {
    const kind = textOf(attributes, 'kind')
    if (kind === 'subtotal') {
      subtotals.set(id, written(since))
      since = nothing
    } else if (kind !== 'note') {
      const amounts = keys.map((key) => parseFixed(summed.get(id)?.[key] ?? textOf(attributes, key) ?? '0'))
      all = added(all, amounts)
      since = added(since, amounts)
    }
  }
  return { sums: written(all), subtotals }
}

const nothing: readonly Fixed[] = keys.map(() => zero)
const added = (sums: readonly Fixed[], amounts: readonly Fixed[]): Fixed[] =>
  sums.map((sum, at) => addFixed(sum, amounts[at] ?? zero))
const written = ([total = zero, net = zero]: readonly Fixed[]): Sums => ({
  node_total: money(total),
  net_total: money(net),
})
const money = (sum: Fixed): string => fixedText(roundFixed(sum, 2, 'half_up'))

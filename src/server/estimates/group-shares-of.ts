import { groupBy } from '#base/group-by.ts'
import type { EstimateClassification } from '#estimating/estimate-document.ts'
import {
  addFixed,
  compareFixed,
  fixedText,
  hundred,
  isZero,
  parseFixed,
  percentOf,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from '#estimating/fixed.ts'
import { noCrosswalk, type Crosswalk } from './crosswalk.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/**
 * The parts of lines in one set of cost groups, by line: the further groups with their shares, and the line's own group, where
 * it is of this set, with what they leave of 100. They come by group and id, however they were read: cents and hashes
 * follow their order.
 * @param groups the ids of the groups of the set
 * @param crosswalk where groups of other sets lead: a line that is in none of this set goes where its groups of another lead
 */
export function groupSharesOf(
  lines: readonly StoredRow[],
  further: readonly StoredRow[],
  set: string,
  groups: ReadonlySet<string>,
  crosswalk: Crosswalk = noCrosswalk,
): Map<string, EstimateClassification[]> {
  const byLine = groupBy(further, ({ attributes }) => textOf(attributes, 'line') ?? '')
  return new Map(
    lines.map(({ id, attributes }) => {
      const named = (byLine.get(id) ?? []).toSorted(byGroup).map((row) => ({
        code: textOf(row.attributes, 'cost_group'),
        share: textOf(row.attributes, 'share') ?? '100',
      }))
      const line = { own: textOf(attributes, 'cost_group'), named }
      const shares = partsIn(line, (group) => groups.has(group))
      const parts = shares.length > 0 ? shares : ledBy(crosswalk, line)
      return [id, parts.map((part) => ({ set, ...part }))]
    }),
  )
}

interface Classified {
  /** The line's own group. */
  own: string | null
  named: readonly { code: string | null; share: string }[]
}

interface Part {
  code: string
  share: string
}

function partsIn({ own, named }: Classified, isOfSet: (group: string) => boolean): Part[] {
  const parts = named.flatMap(({ code, share }) => (code !== null && isOfSet(code) ? [{ code, share }] : []))
  const rest = subtractFixed(hundred, sumFixed(parts.map(({ share }) => parseFixed(share))))
  if (own !== null && isOfSet(own) && compareFixed(rest, zero) > 0)
    parts.push({ code: own, share: fixedText(rest) })
  return parts
}

// By the groups of one other set: that of the line's own group, and where that leads nowhere, the first by its id.
function ledBy(crosswalk: Crosswalk, line: Classified): Part[] {
  const sets = [line.own, ...line.named.map(({ code }) => code)].map((code) => crosswalk.get(code ?? '')?.set)
  const from = sets[0] ?? sets.filter((set) => set !== undefined).toSorted()[0]
  if (from === undefined) return []
  const shares = new Map<string, Fixed>()
  for (const { code, share } of partsIn(line, (group) => crosswalk.get(group)?.set === from))
    for (const { group, weight } of crosswalk.get(code)?.to ?? [])
      shares.set(group, addFixed(shares.get(group) ?? zero, percentOf(parseFixed(share), parseFixed(weight))))
  return [...shares]
    .filter(([, share]) => !isZero(share))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, share]) => ({ code, share: fixedText(share) }))
}

function byGroup(a: StoredRow, b: StoredRow): number {
  const [left, right] = [textOf(a.attributes, 'cost_group') ?? '', textOf(b.attributes, 'cost_group') ?? '']
  if (left !== right) return left < right ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

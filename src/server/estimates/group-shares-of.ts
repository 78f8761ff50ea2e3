import { groupBy } from '#base/group-by.ts'
import type { EstimateClassification } from '#estimating/estimate-document.ts'
import {
  compareFixed,
  fixedText,
  hundred,
  parseFixed,
  subtractFixed,
  sumFixed,
  zero,
} from '#estimating/fixed.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/**
 * The parts of lines in one set of cost groups, by line: the further groups with their shares, and the line's own group, where
 * it is of this set, with what they leave of 100. They come by group and id, however they were read: cents and hashes
 * follow their order.
 * @param groups the ids of the groups of the set
 */
export function groupSharesOf(
  lines: readonly StoredRow[],
  further: readonly StoredRow[],
  set: string,
  groups: ReadonlySet<string>,
): Map<string, EstimateClassification[]> {
  const byLine = groupBy(further, ({ attributes }) => textOf(attributes, 'line') ?? '')
  return new Map(
    lines.map(({ id, attributes }) => {
      const shares = (byLine.get(id) ?? []).toSorted(byGroup).flatMap((row): EstimateClassification[] => {
        const code = textOf(row.attributes, 'cost_group')
        const share = textOf(row.attributes, 'share') ?? '100'
        return code !== null && groups.has(code) ? [{ set, code, share }] : []
      })
      const own = textOf(attributes, 'cost_group')
      const rest = subtractFixed(hundred, sumFixed(shares.map(({ share }) => parseFixed(share))))
      if (own !== null && groups.has(own) && compareFixed(rest, zero) > 0)
        shares.push({ set, code: own, share: fixedText(rest) })
      return [id, shares]
    }),
  )
}

function byGroup(a: StoredRow, b: StoredRow): number {
  const [left, right] = [textOf(a.attributes, 'cost_group') ?? '', textOf(b.attributes, 'cost_group') ?? '']
  if (left !== right) return left < right ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { resourceTypes, type EstimateDocument, type EstimateMarkup } from './estimate-document.ts'
import type { EstimateTree, Place } from './estimate-tree.ts'
import { addFixed, multiplyFixed, parseFixed, sumFixed, zero, type Fixed } from './fixed.ts'
import { groupShares } from './group-shares.ts'
import { coefficientOf, type RolledLine } from './roll-up-line.ts'
import { splitAmount, sumUnits } from './split-amount.ts'

/** A markup made ready to be asked about lines. */
export interface ReadyMarkup {
  markup: EstimateMarkup
  value: Fixed
  /** The value where it is a percentage. */
  percent: Fixed | null
  /** The positions of the earlier markups it is reckoned on. */
  earlier: number[]
  /** Whether a place lies in the section it is for. */
  covers: (place: Place) => boolean
  /** Its basis from the sums by type of all that count; null where it turns on where lines stand or what they are for. */
  ofTypes: ((types: readonly bigint[]) => bigint) | null
  /** What a line adds to its basis. */
  directPart: (rolled: RolledLine) => Fixed
  /** How many units of a `per_unit` a line adds. */
  units: (rolled: RolledLine) => Fixed
  /** The units that are given and not counted. */
  givenUnits: Fixed
}

/**
 * Refuses with `invalid` a key given twice, a basis of markups that do not come before, and a section that does not exist.
 * @example readyMarkups(document, tree)[0]?.directPart(rolled)
 */
export function readyMarkups(document: EstimateDocument, tree: EstimateTree): ReadyMarkup[] {
  const positions = new Map<string, number>()
  return document.markups.map((markup, index) => {
    const refuse = (field: string, code: string, message: string): Error =>
      invalid([{ path: `markups.${index}.${field}`, code, message }])
    const earlier = (markup.basis.keys ?? []).map((key) => {
      const position = positions.get(key)
      if (position !== undefined) return position
      throw refuse(
        'basis.keys',
        'unknown_markup',
        `“${markup.label}” is reckoned on ${key}, which is not above it.`,
      )
    })
    if (positions.has(markup.key))
      throw refuse('key', 'key_twice', `There are two markups with the key ${markup.key}.`)
    if (markup.scope != null && tree.byId.get(markup.scope)?.node.kind !== 'section')
      throw refuse('scope', 'unknown_section', `“${markup.label}” is for a section that does not exist.`)
    positions.set(markup.key, index)
    const value = parseFixed(markup.value)
    return {
      markup,
      value,
      percent: markup.kind === 'percent' ? value : null,
      earlier,
      covers: coverOf(markup),
      ofTypes: followsFromTypes(markup) ? partOfTypes(markup) : null,
      directPart: directPartOf(markup),
      units: unitsOf(markup, document.rounding),
      givenUnits: parseFixed(markup.quantity ?? '0'),
    }
  })
}

function coverOf({ scope }: EstimateMarkup): ReadyMarkup['covers'] {
  if (scope == null) return () => true
  return ({ parent }) => {
    for (let at = parent; at; at = at.parent) if (at.node.id === scope) return true
    return false
  }
}

const followsFromTypes = ({ scope, kind, basis }: EstimateMarkup): boolean =>
  scope == null && kind !== 'per_unit' && !basis.costGroups

/** What of amounts by type it is reckoned on; all of it where it names nothing, nothing where it names markups alone. */
function partOfTypes({
  basis: { types, costGroups, keys },
}: EstimateMarkup): (types: readonly bigint[]) => bigint {
  if (!types && !costGroups && keys && keys.length > 0) return () => 0n
  if (!types) return sumUnits
  const positions = resourceTypes.flatMap((type, at) => (types.includes(type) ? [at] : []))
  return (amounts) => sumUnits(positions.map((at) => must(amounts[at])))
}

function directPartOf(markup: EstimateMarkup): ReadyMarkup['directPart'] {
  const { costGroups } = markup.basis
  const part = partOfTypes(markup)
  const byType = ({ byType: types, total }: RolledLine): Fixed => ({ units: part(types), scale: total.scale })
  if (!costGroups) return byType
  const codes = new Set<string | null>(costGroups.codes)
  return (rolled) => {
    const shares = groupShares(rolled.line, costGroups.set)
    const parts = splitAmount(
      byType(rolled),
      shares.map(({ share }) => share),
    )
    return sumFixed(parts.filter((_, at) => codes.has(must(shares[at]).key)))
  }
}

function unitsOf(
  { unit, quantity, basis: { types } }: EstimateMarkup,
  policy: RoundingPolicy,
): ReadyMarkup['units'] {
  if (quantity != null) return () => zero
  return ({ line, times }) => {
    let units = zero
    for (const resource of line.resources) {
      if (resource.unit !== unit || (types && !types.includes(resource.type))) continue
      units = addFixed(units, multiplyFixed(times, coefficientOf(resource, policy)))
    }
    return units
  }
}

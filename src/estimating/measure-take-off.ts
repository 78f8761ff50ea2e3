import {
  fixedText,
  fraction,
  one,
  over,
  plainText,
  plus,
  times,
  type Fraction,
  type Rounding,
} from '#base/fraction.ts'
import type { QuantityValue } from '#expressions/evaluate-quantity.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { hasProperties, valueOf } from './element-values.ts'
import { declaredMeasure, QuantityPlace } from './quantity-place.ts'
import type {
  QuantitySource,
  TakeoffElement,
  TakeoffFlag,
  TakeoffItem,
  TakeoffRule,
  TakeoffVariable,
} from './takeoff-rule.ts'
import { splitValue } from './split-value.ts'
import { namesOf, workOut } from './work-out.ts'

/** How much of a building is counted, and how often. */
export interface TakeoffCoverage {
  elements: number
  /** Counted by a rule at least. */
  covered: number
  /** Counted by more than one. */
  multi_covered: number
  uncovered: number
  /** With something to know about a number. */
  flagged: number
}

export interface TakeoffResult {
  items: TakeoffItem[]
  coverage: TakeoffCoverage
  /** Elements no rule counts, in their order. */
  uncovered: string[]
}

export interface TakeoffQuestion {
  rules: readonly TakeoffRule[]
  elements: readonly TakeoffElement[]
  /** Which elements the condition of each rule finds, by its id. */
  found: ReadonlyMap<string, ReadonlySet<string>>
  /** The quantities elements may have. */
  variables: readonly TakeoffVariable[]
}

/** The order in which rules are asked. */
export const rulesInOrder = (rules: readonly TakeoffRule[]): TakeoffRule[] =>
  rules.toSorted((a, b) => b.priority - a.priority || a.sort - b.sort || (a.id < b.id ? -1 : 1))

/**
 * Counts a building by rules. It only reads what it is given and always answers the same. An element of an exclusive rule
 * is in no other rule, whichever of them is asked first.
 * @example measureTakeOff(question).coverage.uncovered // elements nobody has thought of
 */
export function measureTakeOff({ rules, elements, found, variables }: TakeoffQuestion): TakeoffResult {
  const items: TakeoffItem[] = []
  const rulesOf = new Map<string, number>()
  const taken = new Set<string>()
  for (const rule of rulesInOrder(rules)) {
    const mine = found.get(rule.id)
    const read = variablesRead(rule, variables)
    for (const element of elements) {
      if (!mine?.has(element.id) || taken.has(element.id) || !hasProperties(element, rule.properties))
        continue
      const before = rulesOf.get(element.id) ?? 0
      if (rule.exclusive && before > 0) continue
      if (rule.exclusive) taken.add(element.id)
      rulesOf.set(element.id, before + 1)
      items.push(measureElement(rule, element, read))
    }
  }
  return { items, ...coverageOf(elements, items) }
}

/** The quantities and properties the formulas of a rule read, with their units. */
export function variablesRead(rule: TakeoffRule, variables: readonly TakeoffVariable[]): TakeoffVariable[] {
  const names = new Set([rule.formula, ...rule.params.map(({ formula }) => formula)].flatMap(namesOf))
  return [...variables, ...rule.variables].filter(({ key }) => names.has(key))
}

/** What one rule makes of one element; `read` is what its formulas read. */
export function measureElement(
  rule: TakeoffRule,
  element: TakeoffElement,
  read: readonly TakeoffVariable[],
): TakeoffItem {
  const place = new QuantityPlace([])
  const flags = new Set<TakeoffFlag>()
  let source: QuantitySource | null = null
  for (const { key, unit } of read) {
    const value = valueOf(element, key, rule)
    if ('lacks' in value) {
      flags.add(value.lacks)
      continue
    }
    source = weaker(source, value.source)
    if (value.source === 'computed') flags.add('computed')
    if (value.assumedUnit) flags.add('unit_assumed')
    place.declare({ kind: 'number', key, label: key, unit, default: '0' }, value.value)
  }
  const item = { rule: rule.id, element: element.id, params: {} }
  const lacking = {
    ...item,
    group: groupKey(rule, element, {}),
    quantity: null,
    source: null,
    trace: rule.formula,
  }
  if (flags.has('missing') || flags.has('zero')) return { ...lacking, flags: [...flags] }
  try {
    const params = Object.fromEntries(
      rule.params.map(({ key, formula, unit }) => [key, plainNumber(workOut(formula, place).value, unit)]),
    )
    const { value, numbers } = workOut(rule.formula, place)
    const quantity = typeof value === 'object' ? inTarget(value, rule) : null
    const trace = rule.waste === null ? numbers : `${numbers} + ${rule.waste} %`
    return {
      ...item,
      params,
      group: groupKey(rule, element, params),
      quantity,
      source,
      trace,
      flags: [...flags],
    }
  } catch (error) {
    // A division by nothing: the element lacks what the formula takes for granted.
    if (!(error instanceof ExpressionError)) throw error
    return { ...lacking, trace: `${rule.formula}: ${error.message}`, flags: ['formula'] }
  }
}

/** A parameter in its unit with at most six digits: what differs by less is the same work. */
const plainNumber = (value: QuantityValue, unit: string): string =>
  typeof value === 'object'
    ? plainText(fraction(fixedText(over(value, declaredMeasure(unit)?.si ?? one), sixDigits)))
    : String(value)

function inTarget(value: Fraction, { unit, waste }: TakeoffRule): string {
  const share = waste === null ? one : plus(one, over(fraction(waste), fraction('100')))
  const counted = over(times(value, share), declaredMeasure(unit)?.si ?? one)
  return fixedText(counted, sixDigits)
}

const sixDigits: Rounding = { digits: 6, mode: 'half_up' }

/** Rule, what its elements are told apart by and what its recipe is told, as one text. */
const groupKey = (
  { id, splitBy }: TakeoffRule,
  element: TakeoffElement,
  params: Readonly<Record<string, string>>,
): string =>
  JSON.stringify([id, ...splitBy.map((key) => splitValue(element, key) ?? ''), ...Object.values(params)])

const strength: readonly (QuantitySource | null)[] = [null, 'count', 'qto', 'pset', 'computed']

const weaker = (a: QuantitySource | null, b: QuantitySource): QuantitySource =>
  a !== null && strength.indexOf(a) > strength.indexOf(b) ? a : b

function coverageOf(
  elements: readonly TakeoffElement[],
  items: readonly TakeoffItem[],
): Pick<TakeoffResult, 'coverage' | 'uncovered'> {
  const times = new Map<string, number>()
  const flagged = new Set<string>()
  for (const { element, quantity, flags } of items) {
    if (quantity !== null) times.set(element, (times.get(element) ?? 0) + 1)
    if (flags.length > 0) flagged.add(element)
  }
  const counted = elements.filter(({ id, counts }) => counts || times.has(id))
  const uncovered = counted.filter(({ id }) => !times.has(id)).map(({ id }) => id)
  return {
    uncovered,
    coverage: {
      elements: counted.length,
      covered: counted.length - uncovered.length,
      multi_covered: [...times.values()].filter((count) => count > 1).length,
      uncovered: uncovered.length,
      flagged: flagged.size,
    },
  }
}

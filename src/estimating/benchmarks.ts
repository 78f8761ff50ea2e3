import { must } from '#base/assert.ts'
import { decimal, isDecimalText, roundHalfUp, type Decimal } from '#base/decimal.ts'
import type { Group, GroupRow } from './group-tree.ts'
import { parseUnit } from './parse-unit.ts'

/** A cost group that may say what it is measured by: the name of a measure, `GFA`, and its unit. */
export interface MeasuredGroup extends Group {
  reference: string | null
  unit: string | null
}

/** A measure of what is built, as an estimate knows it. */
export interface Measure {
  key: string
  label: string
  unit: string | null
  value: string | null
}

/** What a group comes to for one unit of what it is measured by. */
export interface PerReference {
  reference: string
  quantity: string
  unit: string
  /** To the cent. */
  per_unit: string
}

/** What the same group came to elsewhere. */
export interface Benchmark {
  count: number
  min: string
  median: string
  max: string
}

/**
 * Amounts by group for one unit of the group's measure, by the ids of the groups. A group without a measure is measured as
 * the one it is part of; where the estimate has no such measure, or in another kind of unit, there is nothing to say.
 * @example perReference(rows, groups, measures).get(walls)?.per_unit // '412.50'
 */
export function perReference(
  rows: readonly GroupRow[],
  groups: readonly MeasuredGroup[],
  measures: readonly Measure[],
): Map<string, PerReference> {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const byName = new Map(
    measures.flatMap((measure) =>
      [measure.label, measure.key].map((name) => [plain(name), measure] as const),
    ),
  )
  const found = new Map<string, PerReference>()
  for (const { id, amount } of rows) {
    const group = id === null ? null : measuredBy(id, byId)
    const measure = group?.reference ? byName.get(plain(group.reference)) : undefined
    if (id === null || !group?.reference || !measure) continue
    const unit = measure.unit ?? group.unit ?? ''
    const quantity = measure.value !== null && isDecimalText(measure.value) ? decimal(measure.value) : null
    if (!quantity?.gt(0) || !isSameUnit(group.unit, unit)) continue
    found.set(id, {
      reference: measure.label || group.reference,
      quantity: must(measure.value),
      unit,
      per_unit: roundHalfUp(decimal(amount).div(quantity), 2),
    })
  }
  return found
}

/** The names that groups are measured by and that no measure answers to. */
export function missingMeasures(groups: readonly MeasuredGroup[], measures: readonly Measure[]): string[] {
  const known = new Set(measures.flatMap(({ key, label }) => [plain(key), plain(label)]))
  const wanted = new Map(
    groups.flatMap(({ reference }): [string, string][] => (reference ? [[plain(reference), reference]] : [])),
  )
  return [...wanted].flatMap(([name, reference]) => (known.has(name) ? [] : [reference])).toSorted()
}

/** The lowest, middle and highest of some amounts; null of none. */
export function benchmarkOf(amounts: readonly string[]): Benchmark | null {
  const inOrder = amounts.map((amount) => decimal(amount)).toSorted((a, b) => a.cmp(b))
  if (inOrder.length === 0) return null
  const at = (index: number): Decimal => must(inOrder[index])
  const half = inOrder.length / 2
  return {
    count: inOrder.length,
    min: roundHalfUp(at(0), 2),
    median: roundHalfUp(
      at(Math.ceil(half) - 1)
        .plus(at(Math.floor(half)))
        .div(2),
      2,
    ),
    max: roundHalfUp(at(inOrder.length - 1), 2),
  }
}

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** The group itself, or the nearest one above it that says what it is measured by. */
function measuredBy(id: string, byId: ReadonlyMap<string, MeasuredGroup>): MeasuredGroup | null {
  const seen = new Set<string>()
  for (let group = byId.get(id); group && !seen.has(group.id); group = byId.get(group.parentId ?? '')) {
    if (group.reference) return group
    seen.add(group.id)
  }
  return null
}

/** `m²` is `m2`. A group that names no unit takes any. */
function isSameUnit(wanted: string | null, unit: string): boolean {
  if (!wanted) return true
  const [a, b] = [parseUnit(wanted), parseUnit(unit)]
  return a && b ? a.unit.code === b.unit.code && a.basis === b.basis : plain(wanted) === plain(unit)
}

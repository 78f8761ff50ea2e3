import type { Row } from '#contracts/query.ts'
import type { ColourGroup } from './colour-groups.ts'
import type { Rgb } from './paint-elements.ts'

// Told apart by those who see red and green alike, on light and on dark.
const ramp: readonly Rgb[] = [
  [44, 123, 182],
  [122, 183, 214],
  [226, 207, 110],
  [240, 150, 72],
  [208, 48, 48],
]

/**
 * Where the steps of a legend lie, as round numbers: about as many amounts in each of at most five.
 * @example costSteps([10, 20, 30, 40, 1000]) // [20, 30, 40]
 */
export function costSteps(amounts: readonly number[]): number[] {
  const sorted = amounts.toSorted((a, b) => a - b)
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const bounds = [1, 2, 3, 4].map((part) => round(sorted[Math.floor((part * sorted.length) / 5)] ?? 0))
  return [...new Set(bounds)].filter((bound) => bound > least && bound < most).toSorted((a, b) => a - b)
}

/** To two digits: 1,234 → 1,200. */
const round = (amount: number): number => Number(amount.toPrecision(2))

/** Where the steps of progress lie, in per cent: what is begun is at least a hundredth. */
export const progressSteps: readonly number[] = [0.01, 50, 100]

/** A measure of elements as a legend is made of it. */
export interface MeasureColours {
  /** What is known of an element; null where nothing is. */
  of(row: Row): number | null
  /** Bounds of the steps. */
  steps: readonly number[]
  label(from: number | null, to: number | null): string
  none: string
  /** Which end stands out: it is red. Much comes first in the legend where much stands out. */
  standsOut: 'much' | 'little'
}

/** The legend of a measure: a colour for each step, what stands out first, and one for what nothing is known of. */
export function measureGroups(
  rows: Iterable<Row>,
  { of, steps, label, none, standsOut: end }: MeasureColours,
  rest: Rgb,
): { groups: ColourGroup[]; valueOf: (row: Row) => number | null; colourOf: (value: unknown) => Rgb } {
  const valueOf = (row: Row): number | null => {
    const amount = of(row)
    return amount === null ? null : steps.filter((step) => amount >= step).length
  }
  const counts = new Map<number | null, number>()
  for (const row of rows) {
    const value = valueOf(row)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const shades = end === 'much' ? ramp : ramp.toReversed()
  const colourOf = (value: unknown): Rgb =>
    typeof value === 'number' ? (shades[placeOf(value, steps.length)] ?? rest) : rest
  const groups = Array.from({ length: steps.length + 1 }, (_, value) => ({
    value,
    label: label(steps[value - 1] ?? null, steps[value] ?? null),
    count: counts.get(value) ?? 0,
    colour: colourOf(value),
  })).filter(({ count }) => count > 0)
  const without = { value: null, label: none, count: counts.get(null) ?? 0, colour: rest }
  return { groups: [...(end === 'much' ? groups.toReversed() : groups), without], valueOf, colourOf }
}

/** Of fewer steps the ends of the ramp are kept. */
const placeOf = (value: number, steps: number): number =>
  steps === 0 ? 2 : Math.round((value * (ramp.length - 1)) / steps)

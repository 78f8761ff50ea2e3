import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { optionsOf } from '../field/field-traits.ts'
import type { Rgb } from './paint-elements.ts'

/** Elements that agree in the field the picture is coloured by. */
export interface ColourGroup {
  /** As a row has it; null where it is empty. */
  value: unknown
  label: string
  count: number
  colour: Rgb
}

const mostGroups = 24

/**
 * The legend of a field: its values, those with most elements first, each with a colour. Options keep the colour they were
 * given and their order; beyond 24 values the rest shares one group.
 */
export function colourGroups(
  rows: Iterable<Row>,
  field: FieldDescription,
  colours: { chart: readonly Rgb[]; named: Readonly<Record<string, Rgb>>; rest: Rgb },
  words: { empty: string; rest: string; yes: string; no: string },
): { groups: ColourGroup[]; valueOf: (row: Row) => unknown; colourOf: (value: unknown) => Rgb } {
  const counts = new Map<string, { value: unknown; count: number }>()
  for (const row of rows) {
    const value = row[field.key] ?? null
    const key = JSON.stringify(value)
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { value, count: 1 })
  }
  const options = new Map(optionsOf(field).map((option, place) => [option.value, { ...option, place }]))
  const placeOf = (value: unknown): number =>
    (typeof value === 'string' ? options.get(value)?.place : undefined) ?? options.size
  const sorted = [...counts.values()].toSorted(
    (a, b) => placeOf(a.value) - placeOf(b.value) || b.count - a.count,
  )
  const groups = sorted.slice(0, mostGroups).map(({ value, count }, at) => {
    const option = typeof value === 'string' ? options.get(value) : undefined
    const own = option?.color === undefined ? undefined : colours.named[option.color]
    const label = option?.label ?? textOf(value, words)
    return {
      value,
      label,
      count,
      colour: value === null ? colours.rest : (own ?? shadeOf(colours.chart, at)),
    }
  })
  const rest = sorted.slice(mostGroups)
  if (rest.length > 0)
    groups.push({
      value: undefined,
      label: words.rest,
      count: rest.reduce((sum, { count }) => sum + count, 0),
      colour: colours.rest,
    })
  const byValue = new Map(groups.map(({ value, colour }) => [JSON.stringify(value ?? null), colour]))
  return {
    groups,
    valueOf: (row) => row[field.key],
    colourOf: (value) => byValue.get(JSON.stringify(value ?? null)) ?? colours.rest,
  }
}

function textOf(value: unknown, words: { empty: string; yes: string; no: string }): string {
  if (value === null || value === '') return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** The colours of charts, lighter each time they come round. */
function shadeOf(chart: readonly Rgb[], at: number): Rgb {
  const [red, green, blue] = chart[at % chart.length] ?? [128, 128, 128]
  const light = Math.floor(at / chart.length) * 0.3
  const lighter = (part: number): number => Math.round(part + (255 - part) * light)
  return [lighter(red), lighter(green), lighter(blue)]
}

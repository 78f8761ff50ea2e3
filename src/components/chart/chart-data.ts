import { decimal, decimalText } from '#base/decimal.ts'
import type { AggregateFunction } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Query, Row, Where } from '#contracts/query.ts'
import { optionsOf } from '../field/field-traits.ts'
import { moneySums } from '../field/money-sums.ts'

export interface ChartQuestion {
  model: string
  group: FieldDescription
  split: FieldDescription | null
  aggregate: { fn: AggregateFunction; field?: string | undefined }
  where: Where | null
  search: string | null
  order: 'value' | 'group'
}

/** One place along the axis, with a value for each series. */
export interface ChartPoint {
  /** The group's value, as a condition takes it; undefined for the rest that was summed. */
  value: unknown
  row: Row | null
  /** Exact text by series. */
  values: Record<string, string>
  /** The colour of its option, as CSS takes it. */
  colour?: string
}

export interface ChartData {
  points: ChartPoint[]
  /** What a series has no value for is left out, instead of being nothing. */
  gaps?: true
  /** Values of the split field in the order of their first appearance; one empty name without a split. */
  series: { name: string; value: unknown; row: Row | null; colour?: string }[]
}

const single = ''

/** The question behind a chart. */
export function chartQuery({ model, group, split, aggregate, where, search, order }: ChartQuestion): Query {
  const value = {
    fn: aggregate.fn,
    ...(aggregate.field !== undefined && { field: aggregate.field }),
    as: 'value',
  }
  return {
    model,
    ...(where && { where }),
    ...(search && { search }),
    group: [...groupKeys(group), ...(split ? groupKeys(split) : [])],
    aggregate: [value],
    sort: order === 'value' ? [{ field: 'value', dir: 'desc' }] : [{ field: group.key, dir: 'asc' }],
    page: { size: 500 },
  }
}

/** Rows as points and series. Beyond `limit` points the rest is summed where sums can be added, and left out where not. */
export function chartData(rows: readonly Row[], question: ChartQuestion, limit: number): ChartData {
  const points = new Map<string, ChartPoint>()
  const series = new Map<string, ChartData['series'][number]>()
  for (const row of rows) {
    const value = row[question.group.key]
    const name = question.split ? JSON.stringify(row[question.split.key] ?? null) : single
    if (!series.has(name))
      series.set(name, {
        name,
        value: question.split ? row[question.split.key] : undefined,
        row,
        ...(question.split && colourOf(question.split, row[question.split.key])),
      })
    const key = JSON.stringify(value ?? null)
    const point = points.get(key) ?? {
      value: value ?? null,
      row,
      values: {},
      ...colourOf(question.group, value),
    }
    point.values[name] = valueText(row['value'])
    points.set(key, point)
  }
  const all = [...points.values()]
  if (question.order === 'value') all.sort((a, b) => decimal(sum(b)).cmp(decimal(sum(a))))
  else inOptionOrder(all, question.group)
  const kept = all.slice(0, limit)
  const rest = all.slice(limit)
  const addable = question.aggregate.fn === 'count' || question.aggregate.fn === 'sum'
  if (rest.length > 0 && addable) kept.push(restOf(rest, [...series.keys()]))
  const drawn = [...series.values()]
  if (question.split) inOptionOrder(drawn, question.split)
  return { points: kept, series: drawn.slice(0, 8) }
}

const tones: Record<string, string> = {
  neutral: 'var(--text-disabled)',
  accent: 'var(--accent)',
  info: 'var(--info)',
  success: 'var(--success)',
  warning: 'var(--warning)',
  danger: 'var(--danger)',
}

/** The colour an option was given, where its field has options. */
function colourOf(field: FieldDescription, value: unknown): { colour?: string } {
  const color = optionsOf(field).find((option) => option.value === value)?.color
  if (color === undefined) return {}
  const colour = /^#[0-9a-f]{6}$/i.test(color) ? color : tones[color]
  return colour === undefined ? {} : { colour }
}

/** Options stand in the order they were given, what is none of them behind. */
function inOptionOrder(list: { value: unknown }[], field: FieldDescription): void {
  const places = new Map(optionsOf(field).map(({ value }, place) => [value, place]))
  if (places.size === 0) return
  const place = (value: unknown): number =>
    typeof value === 'string' ? (places.get(value) ?? places.size) : places.size + 1
  list.sort((a, b) => place(a.value) - place(b.value))
}

/** The value of a series at a point; null is a gap. */
export const valueAt = ({ gaps }: ChartData, point: ChartPoint, series: string): string | null =>
  point.values[series] ?? (gaps ? null : '0')

/** Everything of a point added up. */
export const sum = (point: ChartPoint): string => add(Object.values(point.values))

/** Decimals added exactly. */
export const add = (values: readonly string[]): string =>
  decimalText(values.reduce((total, value) => total.plus(decimal(value)), decimal('0')))

function restOf(rest: readonly ChartPoint[], names: readonly string[]): ChartPoint {
  const values = Object.fromEntries(
    names.map((name) => [name, add(rest.map((point) => point.values[name] ?? '0'))]),
  )
  return { value: undefined, row: null, values }
}

const groupKeys = (field: FieldDescription): string[] =>
  field.target_title && !field.many ? [field.key, `${field.key}.${field.target_title}`] : [field.key]

const valueText = (value: unknown): string => moneySums(value)?.[0]?.amount ?? plainText(value)

const plainText = (value: unknown): string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : '0'

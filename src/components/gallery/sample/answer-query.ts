import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import type { Aggregate, Query, QueryResult, Row, Where } from '#contracts/query.ts'
import type { SampleModel } from './sample-fields.ts'

/** Answers a question from rows in memory, in the shape of `POST /api/query`. Only what the gallery asks. */
export function answerQuery(query: Query, models: readonly SampleModel[]): QueryResult {
  const model = models.find(({ key }) => key === query.model)
  if (!model) throw new Error(`no sample model ${query.model}`)
  const read = (row: Row, path: string): unknown => readPath(row, path, model, models)
  const found = model.rows
    .filter((row) => !query.where || meets(query.where, (path) => read(row, path)))
    .filter((row) => !query.search || matches(row, query.search))
  if (query.group)
    return page(
      sorted(grouped(found, query, read), query, (row, path) => row[path]),
      query,
    )
  if (query.aggregate)
    return { rows: [], page: { size: 0, after: null }, aggregates: totals(found, query.aggregate, read) }
  const ordered = sorted(found, query, read)
  const { rows, page: place } = page(ordered, query)
  return {
    rows: rows.map((row) => drawn(row, query, model, models, read)),
    page: place,
    ...(query.total && query.total !== 'none' && { total: found.length }),
  }
}

type Read = (row: Row, path: string) => unknown

function readPath(row: Row, path: string, model: SampleModel, models: readonly SampleModel[]): unknown {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) return row[first] ?? null
  const field = model.fields.find(({ key }) => key === first)
  const target = models.find(({ key }) => key === (field?.type === 'user' ? 'sys_member' : field?.target))
  const next = target?.rows.find(({ id }) => id === row[first])
  return target && next ? readPath(next, rest.join('.'), target, models) : null
}

function drawn(row: Row, query: Query, model: SampleModel, models: readonly SampleModel[], read: Read): Row {
  const keys = query.fields ?? Object.keys(row)
  const plain = Object.fromEntries(keys.map((key) => [key, read(row, key)]))
  const expanded = Object.keys(query.expand ?? {}).map((key) => {
    const field = model.fields.find((one) => one.key === key)
    const target = models.find((one) => one.key === (field?.type === 'user' ? 'sys_member' : field?.target))
    return [key, target?.rows.find(({ id }) => id === row[key]) ?? null] as const
  })
  return { id: row['id'], ...plain, ...Object.fromEntries(expanded) }
}

function meets(where: Where, read: (path: string) => unknown): boolean {
  if ('and' in where) return where.and.every((one) => meets(one, read))
  if ('or' in where) return where.or.some((one) => meets(one, read))
  if ('not' in where) return !meets(where.not, read)
  const value = read(where.field)
  const { op } = where
  const asked: unknown = where.value
  const list = Array.isArray(asked) ? (asked as unknown[]) : []
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  switch (op) {
    case 'empty':
      return isEmpty === (asked ?? true)
    case 'eq':
      return asked === null ? isEmpty : compare(value, asked) === 0
    case 'ne':
      return compare(value, asked) !== 0
    case 'in':
      return list.some((one) => compare(value, one) === 0)
    case 'nin':
      return !list.some((one) => compare(value, one) === 0)
    case 'contains':
      return Array.isArray(value) ? value.includes(asked) : lower(value).includes(lower(asked))
    case 'starts':
      return lower(value).startsWith(lower(asked))
    case 'between':
      return !isEmpty && compare(value, list[0]) >= 0 && compare(value, list[1]) <= 0
    default: {
      if (isEmpty) return false
      const order = compare(value, asked)
      return op === 'lt' ? order < 0 : op === 'lte' ? order <= 0 : op === 'gt' ? order > 0 : order >= 0
    }
  }
}

const lower = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
const matches = (row: Row, words: string): boolean =>
  lower(words)
    .split(/\s+/)
    .every((word) => Object.entries(row).some(([key, value]) => key !== 'id' && lower(value).includes(word)))

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  const [one, other] = [String(a), String(b)]
  if (isDecimalText(one) && isDecimalText(other)) return decimal(one).cmp(decimal(other))
  return one < other ? -1 : one > other ? 1 : 0
}

function sorted(rows: readonly Row[], { sort }: Query, read: Read): Row[] {
  return rows.toSorted((a, b) => {
    for (const { field, dir } of sort ?? []) {
      const order = compare(read(a, field), read(b, field))
      if (order !== 0) return dir === 'desc' ? -order : order
    }
    return 0
  })
}

function page(rows: readonly Row[], query: Query): QueryResult {
  const size = query.page?.size ?? 50
  const from = Number(query.page?.after ?? 0) + (query.page?.skip ?? 0)
  const after = from + size < rows.length ? String(from + size) : null
  return {
    rows: rows.slice(from, from + size),
    page: { size, after },
    ...(query.total && { total: rows.length }),
  }
}

function grouped(rows: readonly Row[], { group = [], aggregate = [] }: Query, read: Read): Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(group.map((path) => read(row, path)))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map((members) => ({
    ...Object.fromEntries(group.map((path) => [path, members[0] ? read(members[0], path) : null])),
    ...totals(members, aggregate, read),
  }))
}

function totals(rows: readonly Row[], aggregate: readonly Aggregate[], read: Read): Row {
  return Object.fromEntries(aggregate.map((one) => [one.as, total(rows, one, read)]))
}

function total(rows: readonly Row[], { fn, field }: Aggregate, read: Read): unknown {
  if (field === undefined) return rows.length
  const values = rows.map((row) => read(row, field)).filter((value) => value !== null)
  if (fn === 'count') return values.length
  if (fn === 'count_distinct') return new Set(values).size
  if (values.length === 0) return null
  if (fn === 'min' || fn === 'max') return values.toSorted(compare).at(fn === 'min' ? 0 : -1)
  const sum = values.reduce<ReturnType<typeof decimal>>((all, value) => all.plus(String(value)), decimal('0'))
  return decimalText(fn === 'sum' ? sum : sum.div(values.length))
}

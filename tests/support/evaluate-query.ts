import { decimal, decimalText, isDecimalText, roundHalfUp, type Decimal } from '#base/decimal.ts'
import type { Field } from '#contracts/field.ts'
import type { Query, Row, Where } from '#contracts/query.ts'
import { modelIds, userId, worldFields, type World, type WorldRow } from './query-world.ts'

/** Thrown where the product answers `unknown_field`. */
export class Unknown extends Error {}

type Typed = null | string | boolean | Decimal | unknown[] | { json: unknown }
interface Part extends Partial<Query> {
  model: string
}

/**
 * Answers a question from rows in memory, the slow and obvious way, written from the documentation and not from the
 * compiler: the two must agree. It takes questions whose operators and values are valid.
 */
export class Evaluator {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** All rows in order, without paging. */
  rows(query: Part): Row[] {
    this.checkNames(query)
    const found = this.matching(query)
    if (query.group && query.group.length > 0) return this.groups(query, found)
    return this.sorted(query, found).map((row) => this.shape(query, row))
  }

  /** Totals without groups. */
  aggregates(query: Part): Row {
    return this.totals(query, this.matching(query))
  }

  private matching(query: Part): WorldRow[] {
    const { where } = query
    return this.visible(query.model)
      .filter((row) => !where || this.meets(row, where, true))
      .filter((row) => this.searched(query, row))
  }

  private visible(model: string): WorldRow[] {
    return this.world.rows.filter((row) => row.model === model && !row.deleted && this.allowed(row))
  }

  private allowed(row: WorldRow): boolean {
    const rule = this.world.rules[row.model]
    if (!rule) return true
    const text = JSON.stringify(rule)
    // The person has no email and no model has a field `gone`: rules that need them admit nobody.
    if (text.includes('user.email') || text.includes('gone')) return false
    return this.meets(row, JSON.parse(text.replaceAll('{"=":"user.id"}', `"${userId}"`)) as Where, false)
  }

  private fields(model: string): Field[] {
    return (worldFields[model] ?? []).filter(({ key }) => this.world.hidden[model]?.includes(key) !== true)
  }

  /** Refuses what the reader may not name. */
  private resolve(model: string, path: string): Field {
    const [first = '', ...rest] = path.split('.')
    const field = this.fields(model).find(({ key }) => key === first) ?? systemField(first)
    if (!field) throw new Unknown(path)
    if (rest.length === 0) return field
    if (rest.length > 3 || field.type !== 'relation' || field.many || !field.target) throw new Unknown(path)
    return this.resolve(field.target, rest.join('.'))
  }

  private checkNames(query: Part): void {
    const named = new Set([...(query.group ?? []), ...(query.aggregate ?? []).map(({ as }) => as)])
    const sorts = (query.sort ?? []).filter(({ field }) => !query.group || !named.has(field))
    if (query.group && sorts.length > 0) throw new Unknown('sort')
    const totals = (query.aggregate ?? []).flatMap(({ field }) => field ?? [])
    const paths = [
      ...(query.fields ?? []),
      ...sorts.map(({ field }) => field),
      ...(query.group ?? []),
      ...totals,
    ]
    for (const path of paths) this.resolve(query.model, path)
    if (query.where) this.checkWhere(query.model, query.where)
    for (const [name, part] of Object.entries(query.expand ?? {}))
      this.checkNames({ ...part, model: this.link(query.model, name).model })
  }

  /** The field that links, and the model on the other side. */
  private link(model: string, name: string): { field: Field; model: string; inverse: boolean } {
    const [first = '', key] = name.split('.')
    if (key === undefined) {
      const field = this.resolve(model, name)
      if (field.type !== 'relation' || !field.target) throw new Unknown(name)
      return { field, model: field.target, inverse: false }
    }
    const field = this.fields(first).find((one) => one.key === key)
    if (!field || field.target !== model) throw new Unknown(name)
    return { field, model: first, inverse: true }
  }

  private checkWhere(model: string, where: Where): void {
    if ('and' in where) where.and.forEach((part) => this.checkWhere(model, part))
    else if ('or' in where) where.or.forEach((part) => this.checkWhere(model, part))
    else if ('not' in where) this.checkWhere(model, where.not)
    else this.resolve(model, where.field)
  }

  /** `restricted`: what the reader may not see across a relation is as if it were not there. */
  private value(
    row: WorldRow | undefined,
    path: string,
    restricted: boolean,
  ): { field: Field; value: Typed } {
    const [first = '', ...rest] = path.split('.')
    const model = row?.model ?? ''
    const field = (worldFields[model] ?? []).find(({ key }) => key === first) ?? systemField(first)
    if (!row || !field) return { field: field ?? { key: first, label: '', type: 'text' }, value: null }
    if (rest.length === 0) return { field, value: typed(row, field) }
    const id = typed(row, field)
    const pool = restricted
      ? this.visible(field.target ?? '')
      : this.world.rows.filter(({ deleted }) => !deleted)
    const target = pool.find((other) => other.id === id && other.model === field.target)
    const last = this.lastField(field.target ?? '', rest)
    return { field: last, value: target ? this.value(target, rest.join('.'), restricted).value : null }
  }

  private lastField(model: string, [first = '', ...rest]: string[]): Field {
    const field = (worldFields[model] ?? []).find(({ key }) => key === first) ?? systemField(first)
    if (!field) throw new Unknown(first)
    return rest.length === 0 ? field : this.lastField(field.target ?? '', rest)
  }

  private meets(row: WorldRow, where: Where, restricted: boolean): boolean {
    if ('and' in where) return where.and.every((part) => this.meets(row, part, restricted))
    if ('or' in where) return where.or.some((part) => this.meets(row, part, restricted))
    if ('not' in where) return !this.meets(row, where.not, restricted)
    const { field, value } = this.value(row, where.field, restricted)
    const asked = where.value
    switch (where.op) {
      case 'empty':
        return isEmpty(value, field) === (asked ?? true)
      case 'eq':
        return asked === null ? value === null : equals(value, asked, field)
      case 'ne':
        return asked === null ? value !== null : !equals(value, asked, field)
      case 'in':
        return (asked as unknown[]).some((one) => equals(value, one, field))
      case 'nin':
        return !(asked as unknown[]).some((one) => equals(value, one, field))
      case 'contains':
        if (Array.isArray(value)) return value.includes(asked)
        return typeof value === 'string' && fold(value).includes(fold(String(asked)))
      case 'starts':
        return typeof value === 'string' && fold(value).startsWith(fold(String(asked)))
      case 'between': {
        const [from, to] = asked as unknown[]
        return order(value, from, field, (n) => n >= 0) && order(value, to, field, (n) => n <= 0)
      }
      case 'lt':
        return order(value, asked, field, (n) => n < 0)
      case 'lte':
        return order(value, asked, field, (n) => n <= 0)
      case 'gt':
        return order(value, asked, field, (n) => n > 0)
      default:
        return order(value, asked, field, (n) => n >= 0)
    }
  }

  private searched({ model, search }: Part, row: WorldRow): boolean {
    const words = (search ?? '').split(/\s+/u).filter((word) => word !== '')
    const searchable = new Set(['text', 'long_text', 'select', 'multi_select'])
    const values = this.fields(model)
      .filter(({ type }) => searchable.has(type))
      .map((field) => typed(row, field))
    return words.every((word) =>
      values.some((value) => {
        const text = Array.isArray(value) ? value.join(' ') : value
        return typeof text === 'string' && fold(text).includes(fold(word))
      }),
    )
  }

  private sorted(query: Part, rows: readonly WorldRow[]): WorldRow[] {
    const sorts = [...(query.sort ?? [])]
    if (!sorts.some(({ field }) => field === 'id'))
      sorts.push({ field: 'id', dir: sorts.at(-1)?.dir ?? 'asc' })
    return [...rows].sort((a, b) => {
      for (const { field, dir } of sorts) {
        const result = arrange(
          beginning(inOptions(this.value(a, field, true))),
          beginning(inOptions(this.value(b, field, true))),
          dir,
        )
        if (result !== 0) return result
      }
      return 0
    })
  }

  private shape(query: Part, row: WorldRow): Row {
    const shown: Row = {}
    const fields = query.fields
      ? ['id', ...query.fields]
      : [...systemKeys, ...this.fields(query.model).map(({ key }) => key)]
    if (!query.fields && (this.world.hidden[query.model] ?? []).length === 0 && 'free_key' in row.attributes)
      shown.free_key = row.attributes.free_key
    for (const path of fields) {
      const { field, value } = this.value(row, path, true)
      shown[path] = json(value, field)
    }
    for (const [name, part] of Object.entries(query.expand ?? {}))
      shown[name] = this.expanded(query, row, name, part)
    return shown
  }

  private expanded(query: Part, row: WorldRow, name: string, part: Partial<Query>): unknown {
    const { field, model, inverse } = this.link(query.model, name)
    const inner = { ...part, model }
    if (inverse)
      return this.list(inner, (other) => {
        const value = typed(other, field)
        return Array.isArray(value) ? value.includes(row.id) : value === row.id
      })
    const value = typed(row, field)
    if (field.many) return this.list(inner, (other) => Array.isArray(value) && value.includes(other.id))
    return this.list(inner, (other) => other.id === value)[0] ?? null
  }

  private list(query: Part, linked: (row: WorldRow) => boolean): Row[] {
    const rows = this.sorted(query, this.matching(query).filter(linked))
    return rows.slice(0, query.page?.size ?? 50).map((row) => this.shape(query, row))
  }

  private groups(query: Part, rows: readonly WorldRow[]): Row[] {
    const group = [...new Set(query.group)]
    const buckets = new Map<string, { keys: Typed[]; rows: WorldRow[] }>()
    for (const row of rows) {
      const keys = group.map((path) => this.value(row, path, true).value)
      const name = JSON.stringify(keys.map((key) => (isDecimal(key) ? decimalText(key) : key)))
      const bucket = buckets.get(name)
      if (bucket) bucket.rows.push(row)
      else buckets.set(name, { keys, rows: [row] })
    }
    const answered = [...buckets.values()].map((bucket) => ({
      ...bucket,
      totals: this.typedTotals(query, bucket.rows),
    }))
    const names = [...group, ...(query.aggregate ?? []).map(({ as }) => as)]
    const sorts = [...(query.sort ?? [])]
    for (const path of group)
      if (!sorts.some(({ field }) => field === path)) sorts.push({ field: path, dir: 'asc' })
    answered.sort((a, b) => {
      for (const { field, dir } of sorts) {
        const place = names.indexOf(field)
        const value = (of: typeof a): Typed => {
          const one = [...of.keys, ...of.totals][place] ?? null
          const path = group[place]
          return path === undefined ? one : inOptions({ field: this.resolve(query.model, path), value: one })
        }
        const result = arrange(value(a), value(b), dir)
        if (result !== 0) return result
      }
      return 0
    })
    return answered.map((bucket) => ({
      ...Object.fromEntries(
        group.map((path, place) => [path, json(bucket.keys[place] ?? null, this.resolve(query.model, path))]),
      ),
      ...this.totals(query, bucket.rows),
    }))
  }

  private typedTotals(query: Part, rows: readonly WorldRow[]): Typed[] {
    return (query.aggregate ?? []).map(({ fn, field }) => {
      if (field === undefined) return decimal(rows.length)
      const values = rows.map((row) => this.value(row, field, true).value).filter((value) => value !== null)
      const distinct = new Set(
        values.map((value) => (isDecimal(value) ? decimalText(value) : JSON.stringify(value))),
      )
      if (fn === 'count') return decimal(values.length)
      if (fn === 'count_distinct') return decimal(distinct.size)
      const [first, ...others] = [...values].sort((a, b) => arrange(a, b, fn === 'max' ? 'desc' : 'asc'))
      if (first === undefined) return null
      if (fn === 'min' || fn === 'max') return first
      const sum = others.reduce<Decimal>((total, value) => total.plus(value as Decimal), first as Decimal)
      return fn === 'sum' ? sum : decimal(roundHalfUp(sum.div(values.length), 12))
    })
  }

  private totals(query: Part, rows: readonly WorldRow[]): Row {
    const values = this.typedTotals(query, rows)
    return Object.fromEntries(
      (query.aggregate ?? []).map(({ as, fn, field }, place) => {
        const value = values[place] ?? null
        if (field === undefined || fn === 'count' || fn === 'count_distinct') return [as, Number(value)]
        return [as, json(value, this.resolve(query.model, field))]
      }),
    )
  }
}

const systemKeys = [
  'id',
  'token',
  'model_id',
  'archetype_id',
  'revision',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
]
const systemField = (key: string): Field | undefined => {
  if (!systemKeys.includes(key)) return undefined
  const type =
    key === 'revision' ? 'integer' : key.endsWith('_at') ? 'datetime' : key.endsWith('_by') ? 'user' : 'text'
  return { key, label: key, type }
}

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'plus' in value
const fold = (text: string): string => text.toLowerCase()

function typed(row: WorldRow, field: Field): Typed {
  switch (field.key) {
    case 'id':
    case 'created_by':
    case 'created_at':
      return row[field.key]
    case 'updated_by':
      return row.created_by
    case 'updated_at':
      return row.created_at
    case 'token':
      return `token-${row.id}`
    case 'model_id':
      return modelIds[row.model] ?? null
    case 'archetype_id':
      return null
    case 'revision':
      return decimal(1)
    default:
      return typedAttribute(row.attributes[field.key] ?? null, field)
  }
}

function typedAttribute(value: unknown, field: Field): Typed {
  if (value === null) return null
  if (field.many || field.type === 'multi_select') return Array.isArray(value) ? (value as unknown[]) : null
  switch (field.type) {
    case 'money':
    case 'decimal':
    case 'number':
    case 'integer':
      if (typeof value === 'number') return decimal(value)
      return typeof value === 'string' && isDecimalText(value) ? decimal(value) : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return /^.{4}-..-..$/u.test(String(value)) ? String(value) : null
    case 'datetime':
      return /^.{4}-..-..T..:..:..\....Z$/u.test(String(value)) ? String(value) : null
    case 'json':
      return { json: value }
    default:
      return String(value)
  }
}

/** Decimals come without trailing zeros; the test removes them from the answers too. */
function json(value: Typed, field: Field): unknown {
  if (isDecimal(value)) {
    if (field.type !== 'money' && field.type !== 'decimal') return Number(value)
    return decimalText(value)
  }
  return typeof value === 'object' && value !== null && 'json' in value ? value.json : value
}

function isEmpty(value: Typed, field: Field): boolean {
  if (value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object' && 'json' in value)
    return ['[]', '{}', '""'].includes(JSON.stringify(value.json))
  return value === '' && !['relation', 'user'].includes(field.type)
}

function equals(value: Typed, asked: unknown, field: Field): boolean {
  if (value === null) return false
  if (Array.isArray(value)) return value.includes(asked)
  if (isDecimal(value)) return value.eq(decimal(asked as string | number))
  return compareMoments(value, asked, field) === 0
}

const order = (value: Typed, asked: unknown, field: Field, test: (n: number) => boolean): boolean => {
  if (value === null) return false
  return test(
    isDecimal(value) ? value.cmp(decimal(asked as string | number)) : compareMoments(value, asked, field),
  )
}

// Moments of the system have microseconds; what is asked for has milliseconds.
function compareMoments(value: Typed, asked: unknown, field: Field): number {
  if (field.key !== 'created_at' && field.key !== 'updated_at')
    return codePoints(String(value), String(asked))
  return codePoints(String(value), String(asked).replace('Z', '000Z'))
}

const codePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Empty values last, both ways. */
function arrange(a: Typed, b: Typed, dir: 'asc' | 'desc'): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const result = isDecimal(a) && isDecimal(b) ? a.cmp(b) : codePoints(String(a), String(b))
  return dir === 'asc' ? result : -result
}

/** Choices are in the order of the field's options, and what is none of them after these. */
function inOptions({ field, value }: { field: Field; value: Typed }): Typed {
  const options: unknown[] = field.options ?? []
  if (field.type !== 'select' || options.length === 0 || typeof value !== 'string') return value
  return `${options.includes(value) ? options.indexOf(value) : 9}${value}`
}

/** Rows are in the order of the first 200 characters of their texts; groups and totals look at the whole. */
const beginning = (value: Typed): Typed =>
  typeof value === 'string' ? [...value].slice(0, 200).join('') : value

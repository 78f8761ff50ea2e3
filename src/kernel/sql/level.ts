import { must } from '#base/assert.ts'
import { objectSystemFields } from '../models/system-fields.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { AsOf, Condition, FieldPath, Hop } from '../query/resolved-query.ts'
import type { FieldInfo, FieldSlot } from '../models/field-info.ts'
import {
  readCurrency,
  readField,
  readForEquality,
  readForOrder,
  readJson,
  readMap,
  readReference,
  readySlot,
  sqlKeptCharacters,
  sqlKindOf,
} from './field-types.ts'
import { emptyLiteral, keyColumn, slotValues } from './slots.ts'
import { withoutPlace } from './option-order.ts'
import { shownOf } from './shown-words.ts'
import { empty, identifier, join, sql, type Sql } from './sql.ts'

/** What every part of one statement shares: the tenant (one bound value), the time it asks about, and names for rows. */
export class StatementContext {
  readonly tenant: Sql
  readonly asOf: AsOf | null
  private count = 0

  constructor({ tenantId, asOf }: { tenantId: string; asOf: AsOf | null }) {
    this.tenant = sql`${tenantId}::uuid`
    this.asOf = asOf
  }

  /** The table or view a model's rows are in; records are asked as they were when the question is about the past. */
  table(model: ModelInfo): Sql {
    const { asOf } = this
    if (model.table !== undefined) return identifier('app', model.table)
    if (asOf === null) return identifier('app', 'objects')
    const past = this.alias()
    const rows =
      'at' in asOf
        ? sql`app.objects_at(${this.tenant}, ${asOf.at}::timestamptz)`
        : sql`app.objects_without(${this.tenant}, ${asOf.without}::uuid[])`
    // What the slots of a row hold now is of now: those of then are taken from the map of then.
    const slots = slotValues(model, sql`${past}.attributes`)
    const columns = [
      ...objectColumns.map((column) => sql`${past}.${identifier(column)}`),
      ...slots.map(({ column, value }) => sql`${value} as ${identifier(column)}`),
    ]
    return sql`(select ${join(columns, ', ')} from ${rows} ${past} where ${past}.model_id = ${model.id}::uuid)`
  }

  /** A name no other row of the statement has: `t0`, `t1`. */
  alias(): Sql {
    return identifier(`t${this.count++}`)
  }
}

/** A field that may be read from its slot. */
export interface Slotted {
  slot: FieldSlot
  column: Sql
}

/** How a text is grouped by the column of its slot. */
export interface GroupKey {
  column: Sql
  /** The text of a key that is not cut. */
  value(key: Sql): Sql
  isCut(key: Sql): Sql
}

const isWhole = (key: Sql): Sql => sql`${key} < U&'\\+10FFFE' and octet_length(${key}) < ${sqlKeptCharacters}`

/** One row source and the to-one relations that are read through it. */
export class Level {
  readonly context: StatementContext
  readonly alias: Sql
  private readonly joins = new Map<string, { alias: Sql; text: Sql }>()
  private readonly compile: (condition: Condition, level: Level) => Sql

  private readonly isPage: boolean

  /**
   * `compile` compiles the row rule of a relation's target. `isPage`: the rows are those of one page, so what they point
   * to is looked up for each; for very many rows the planner may rather read the whole target once, and for few it would,
   * because it may not look up by a value of the free map that it does not trust (row-level security).
   */
  constructor(
    context: StatementContext,
    alias: Sql,
    compile: (condition: Condition, level: Level) => Sql,
    isPage = false,
  ) {
    this.context = context
    this.alias = alias
    this.compile = compile
    this.isPage = isPage
  }

  /** A value across to-one relations; joins what it needs, each relation once. */
  read(path: FieldPath): Sql {
    return readField(this.follow(path.hops), path.field)
  }

  /** The same as it travels in JSON. */
  readJson(path: FieldPath): Sql {
    return readJson(this.follow(path.hops), path.field)
  }

  /** The currency of an amount that names its own. */
  readCurrency(path: FieldPath): Sql {
    return readCurrency(this.follow(path.hops), path.field)
  }

  /** The same, to be compared with `=` only. */
  readForEquality(path: FieldPath): Sql {
    return readForEquality(this.follow(path.hops), path.field)
  }

  /** The words a reader sees of a name, in the order of a dictionary; null where a value is seen as it is kept. */
  readShown(path: FieldPath): Sql | null {
    return shownOf(path, this.read(path))
  }

  /** What an order looks at; see `readForOrder`. */
  readForOrder(path: FieldPath): Sql {
    const shown = this.readShown(path)
    if (shown) return shown
    return readForOrder(this.follow(path.hops), path.field)
  }

  /** The whole value, as cheaply as it can be had for very many rows. */
  readForGroup(path: FieldPath): Sql {
    const slotted = this.slot(path)
    if (slotted?.slot.kind !== 'text') return this.read(path)
    const { column, slot } = slotted
    if (sqlKindOf(path.field) === 'boolean')
      return sql`(case ${column} when 'true' then true when 'false' then false end)`
    return sql`(case when ${isWhole(column)} then ${withoutPlace(path.field, column)} when ${column} < ${emptyLiteral(slot)} then ${this.readMap(path)} end) collate "C"`
  }

  /**
   * The indexed column that groups a text as the text does, and when it holds only its beginning; null when there is none.
   * It is grouped by alone: beside the map nothing is known of how many groups there will be.
   */
  groupKey(path: FieldPath): GroupKey | null {
    const slotted = this.slot(path)
    if (slotted?.slot.kind !== 'text' || sqlKindOf(path.field) !== 'key') return null
    const none = emptyLiteral(slotted.slot)
    return {
      column: slotted.column,
      value: (key) => sql`${withoutPlace(path.field, sql`nullif(${key}, ${none})`)} collate "C"`,
      isCut: (key) => sql`${key} < ${none} and not (${isWhole(key)})`,
    }
  }

  /** The value as the free map has it, where a slot keeps only its beginning. */
  readMap(path: FieldPath): Sql {
    return readMap(sql`${this.follow(path.hops)}.attributes`, path.field)
  }

  /** The indexed column of a field of this row, never null; null when there is none. */
  slot(path: FieldPath): Slotted | null {
    return path.hops.length === 0 ? slotted(this.alias, path.field) : null
  }

  /** The joins that `read` has asked for, in order. Call it after everything was read. */
  joined(): Sql {
    return join(
      [...this.joins.values()].map(({ text }) => text),
      ' ',
    )
  }

  private follow(hops: readonly Hop[]): Sql {
    let { alias } = this
    for (const hop of hops) {
      const known = this.joins.get(hop.mark)
      alias = known ? known.alias : this.join(alias, hop)
    }
    return alias
  }

  private join(from: Sql, hop: Hop): Sql {
    const { context } = this
    const inner = new Level(context, context.alias(), this.compile, this.isPage)
    const limit = this.isPage ? sql` limit 1` : empty
    const rule = hop.rule ? sql` and ${this.compile(hop.rule, inner)}` : empty
    const found = sql`${inner.alias}.id = ${readReference(from, hop.field)}`
    const rows = sql`select ${rowColumns(inner.alias, hop.target)} from ${context.table(hop.target)} ${inner.alias} ${inner.joined()} where ${ownRows(context, inner.alias, hop.target)} and ${found}${rule}${limit}`
    const alias = context.alias()
    this.joins.set(hop.mark, { alias, text: sql`left join lateral (${rows}) ${alias} on true` })
    return alias
  }
}

/** A field's slot in a row that is there, when it may be read from it. */
export function slotted(alias: Sql, field: FieldInfo): Slotted | null {
  const slot = readySlot(field)
  return slot && { slot, column: keyColumn(alias, slot) }
}

// What the rest of a statement may ask of a row: not the forty columns that only conditions and orders look at.
const objectColumns = [
  ...new Set([
    ...objectSystemFields.flatMap(({ sql: place }) => (place.in === 'column' ? [place.column] : [])),
    'tenant_id',
    'parent_id',
    'attributes',
    'deleted_at',
  ]),
]

/** The columns of a row that go on to the next part of a statement. */
export function rowColumns(alias: Sql, model: ModelInfo): Sql {
  if (model.kind === 'table') return sql`${alias}.*`
  let byAlias = columnsOf.get(model)
  if (!byAlias) columnsOf.set(model, (byAlias = new Map()))
  const [name] = alias.parts
  let columns = byAlias.get(name)
  if (!columns) byAlias.set(name, (columns = objectRow(alias, model)))
  return columns
}

const columnsOf = new WeakMap<ModelInfo, Map<unknown, Sql>>()

function objectRow(alias: Sql, model: ModelInfo): Sql {
  const numbers = [...model.fields.values()]
    .map((field) => readySlot(field))
    .filter((slot) => slot?.kind === 'number')
    .map((slot) => must(slot).name)
  return join(
    [...objectColumns, ...numbers].map((column) => sql`${alias}.${identifier(column)}`),
    ', ',
  )
}

/**
 * The rows of a model in this workspace. The tenant is named although row-level security adds it too: two walls, and the
 * planner sees an index condition.
 */
export function ownRows(context: StatementContext, alias: Sql, model: ModelInfo): Sql {
  const tenant = sql`${alias}.tenant_id = ${context.tenant}`
  if (model.kind === 'table') return tenant
  return sql`${tenant} and ${alias}.model_id = ${model.id}::uuid and ${alias}.deleted_at is null`
}

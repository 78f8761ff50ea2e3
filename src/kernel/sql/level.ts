import type { ModelInfo } from '../models/workspace.ts'
import type { Condition, FieldPath, Hop } from '../query/resolved-query.ts'
import { readField, readForEquality, readReference } from './field-types.ts'
import { empty, identifier, join, sql, type Sql } from './sql.ts'

/** What every part of one statement shares: the tenant (one bound value) and names for rows. */
export class StatementContext {
  readonly tenant: Sql
  private count = 0

  constructor(tenantId: string) {
    this.tenant = sql`${tenantId}::uuid`
  }

  /** A name no other row of the statement has: `t0`, `t1`. */
  alias(): Sql {
    return identifier(`t${this.count++}`)
  }
}

/** One row source and the to-one relations that are read through it. */
export class Level {
  readonly context: StatementContext
  readonly alias: Sql
  private readonly joins = new Map<string, { alias: Sql; text: Sql }>()
  private readonly compile: (condition: Condition, level: Level) => Sql

  /** `compile` compiles the row rule of a relation's target. */
  constructor(context: StatementContext, alias: Sql, compile: (condition: Condition, level: Level) => Sql) {
    this.context = context
    this.alias = alias
    this.compile = compile
  }

  /** A value across to-one relations; joins what it needs, each relation once. */
  read(path: FieldPath): Sql {
    return readField(this.follow(path.hops), path.field)
  }

  /** The same, to be compared with `=` only. */
  readForEquality(path: FieldPath): Sql {
    return readForEquality(this.follow(path.hops), path.field)
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
    const inner = new Level(context, context.alias(), this.compile)
    const rule = hop.rule ? sql` and ${this.compile(hop.rule, inner)}` : empty
    const found = sql`${inner.alias}.id = ${readReference(from, hop.field)}`
    const rows = sql`select ${inner.alias}.* from ${table(hop.target)} ${inner.alias} ${inner.joined()} where ${ownRows(context, inner.alias, hop.target)} and ${found}${rule}`
    const alias = context.alias()
    this.joins.set(hop.mark, { alias, text: sql`left join lateral (${rows}) ${alias} on true` })
    return alias
  }
}

/** The table or view a model's rows are in. */
export const table = (model: ModelInfo): Sql => identifier('app', model.table ?? 'objects')

/**
 * The rows of a model in this workspace. The tenant is named although row-level security adds it too: two walls, and the
 * planner sees an index condition.
 */
export function ownRows(context: StatementContext, alias: Sql, model: ModelInfo): Sql {
  const tenant = sql`${alias}.tenant_id = ${context.tenant}`
  if (model.kind === 'table') return tenant
  return sql`${tenant} and ${alias}.model_id = ${model.id}::uuid and ${alias}.deleted_at is null`
}

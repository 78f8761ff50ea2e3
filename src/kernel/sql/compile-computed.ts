import { must } from '#base/assert.ts'
import type { Computed, ComputedInput } from '../formulas/computed.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { compileFormula, storedJson } from './compile-formula.ts'
import { compileRollup } from './compile-rollup.ts'
import { Joins } from './computed-joins.ts'
import { readInput, type StoredJson } from './formula-inputs.ts'
import { identifier, join, keyLiteral, sql, toStatement, type Sql, type Statement } from './sql.ts'

/** Whose values are worked out: records as they are stored, or records that are about to be written. */
export type ComputedSource =
  | { ids: readonly string[] }
  | {
      /** `stored`: its id, where there is one already. */
      records: readonly { id: string; stored: string | null; attributes: Record<string, unknown> }[]
      /** Who makes those that are new. */
      maker: string | null
    }

/**
 * One statement that works out computed fields of many records of a model: rows `{id, values}`, `values` without what is
 * empty. `fields` are in the order of the plan. Reads what is stored without anybody's permissions: whether a person may
 * see the outcome is decided where it is read.
 */
export function compileComputed(
  workspace: Workspace,
  model: ModelInfo,
  fields: readonly Computed[],
  source: ComputedSource,
): Statement {
  return toStatement(new ComputedStatement(workspace, model, fields).compile(source))
}

class ComputedStatement {
  private readonly tenant: Sql
  private readonly workspace: Workspace
  private readonly model: ModelInfo
  private readonly fields: readonly Computed[]
  private readonly joins: Joins
  /** Values worked out in this statement already, by key. */
  private readonly done = new Map<string, StoredJson>()

  constructor(workspace: Workspace, model: ModelInfo, fields: readonly Computed[]) {
    this.workspace = workspace
    this.model = model
    this.fields = fields
    this.tenant = sql`${workspace.tenantId}::uuid`
    this.joins = new Joins(workspace, this.tenant, sql`s`, 'h')
  }

  compile(source: ComputedSource): Sql {
    const rollups: Sql[] = []
    const laterals = this.fields.map((computed, index) => {
      const alias = identifier(`f${index}`)
      let value: Sql
      if (computed.rollup) {
        const rollup = identifier(`r${index}`)
        rollups.push(compileRollup(this.workspace, this.tenant, computed, rollup))
        value = sql`${rollup}.v`
      } else value = this.valueOf(computed)
      this.done.set(computed.key, { json: sql`${alias}.v`, text: sql`(${alias}.v #>> '{}')` })
      // Without "offset 0" PostgreSQL writes a value into every place that reads it, and formulas that build on each
      // other grow beyond all bounds.
      return sql`cross join lateral (select ${value} as v offset 0) ${alias}`
    })
    const values = this.fields.map(({ key }) => sql`(${keyLiteral(key)}, ${must(this.done.get(key)).json})`)
    const all = sql`(select coalesce(jsonb_object_agg(c.k, c.v), '{}') from (values ${join(values, ', ')}) as c (k, v) where c.v is not null)`
    return sql`with s as materialized (${this.rows(source)}) select s.*, ${all} as values from s ${this.joins.text()} ${join(rollups, ' ')} ${join(laterals, ' ')}`
  }

  private rows(source: ComputedSource): Sql {
    if ('records' in source)
      return sql`select p.id, p.attributes, coalesce(o.created_at, now()) as created_at, case when o.id is null then ${source.maker}::uuid else o.created_by end as created_by from jsonb_to_recordset(${JSON.stringify(source.records)}::jsonb) as p (id uuid, stored uuid, attributes jsonb) left join app.objects o on o.tenant_id = ${this.tenant} and o.id = p.stored`
    return sql`select id, archetype_id, attributes, created_at, created_by from app.objects where tenant_id = ${this.tenant} and model_id = ${this.model.id}::uuid and id = any(${source.ids}::uuid[]) and deleted_at is null`
  }

  private valueOf({ type, expression, result }: Computed): Sql {
    const { tree, inputs } = must(expression)
    const byName = new Map(inputs.map((input) => [input.name, input]))
    if (type === 'lookup' && tree.op === 'name')
      return sql`nullif(${this.stored(must(byName.get(tree.name))).json}, 'null'::jsonb)`
    return storedJson(
      compileFormula(tree, (name) => {
        const input = must(byName.get(name))
        return { kind: input.kind, sql: readInput(this.stored(input), input.kind) }
      }),
      result,
    )
  }

  private stored(input: ComputedInput): StoredJson {
    const done = input.steps.length === 0 ? this.done.get(input.key) : undefined
    return done ?? this.joins.read(input)
  }
}

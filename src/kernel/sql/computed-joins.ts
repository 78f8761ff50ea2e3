import { assert, must } from '#base/assert.ts'
import type { CheckedExpression, ComputedInput, Step } from '../formulas/computed.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { Workspace } from '../models/workspace.ts'
import { compileFormula } from './compile-formula.ts'
import { asUuid, readField } from './field-types.ts'
import { slotted } from './level.ts'
import { emptyLiteral } from './slots.ts'
import { inAddress, inColumn, inMap, readInput, type StoredJson, type TypedSql } from './formula-inputs.ts'
import { identifier, join, keyLiteral, sql, type Sql } from './sql.ts'

/** The id a to-one relation of a stored record holds, as text; from its column where it owns one, whose index serves. */
export const linkText = (row: Sql, relation: FieldInfo): Sql =>
  slotted(row, relation)?.column ?? readField(row, relation)

/** Whether a to-one relation of a stored record holds nothing; by its column as well. */
export function isUnlinked(row: Sql, relation: FieldInfo): Sql {
  const own = slotted(row, relation)
  return own ? sql`${own.column} = ${emptyLiteral(own.slot)}` : sql`${readField(row, relation)} is null`
}

/** The free map of a row, by the way that led there. */
export class Joins {
  readonly tenant: Sql
  private readonly workspace: Workspace
  private readonly start: Sql
  private readonly prefix: string
  private readonly joined = new Map<string, { alias: Sql; text: Sql }>()

  constructor(workspace: Workspace, tenant: Sql, start: Sql, prefix: string) {
    this.workspace = workspace
    this.tenant = tenant
    this.start = start
    this.prefix = prefix
  }

  /** The value an input reads, joining the records on its way, each once. */
  read({ steps, key, part, column }: ComputedInput): StoredJson {
    let alias = this.start
    let way = ''
    for (const step of steps) {
      way += `.${step.field}`
      alias = this.follow(alias, step, way)
    }
    if (column) return inColumn(alias, column)
    const map = sql`${alias}.attributes`
    return part === undefined
      ? inMap(map, keyLiteral(key))
      : inAddress(map, keyLiteral(key), keyLiteral(part))
  }

  private follow(from: Sql, step: Step, way: string): Sql {
    const known = this.joined.get(way)
    if (known) return known.alias
    assert(step.kind === 'one', 'an expression follows links to one record')
    const alias = identifier(`${this.prefix}${this.joined.size}`)
    const target = must(this.workspace.models.get(step.to))
    const link = asUuid(inMap(sql`${from}.attributes`, keyLiteral(step.field)).text)
    this.joined.set(way, {
      alias,
      text: sql`left join app.objects ${alias} on ${alias}.tenant_id = ${this.tenant} and ${alias}.id = ${link} and ${alias}.model_id = ${target.id}::uuid and ${alias}.deleted_at is null`,
    })
    return alias
  }

  text(): Sql {
    return join(
      [...this.joined.values()].map(({ text }) => text),
      ' ',
    )
  }
}

/** An expression over the rows of a joined source. */
export function compileOver(joins: Joins, { tree, inputs }: CheckedExpression): TypedSql {
  const byName = new Map(inputs.map((input) => [input.name, input]))
  return compileFormula(tree, (name) => {
    const input = must(byName.get(name))
    return { kind: input.kind, sql: readInput(joins.read(input), input.kind) }
  })
}

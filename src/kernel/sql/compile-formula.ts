import { must, unreachable } from '#base/assert.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { FormulaResult } from '#expressions/formulas/formula-value.ts'
import { as, commonKind, type TypedSql } from './formula-inputs.ts'
import { compileCall } from './formula-functions.ts'
import { join, sql, type Sql } from './sql.ts'

/** Where a formula's names are read, by input name. */
export type FormulaInputs = (name: string) => TypedSql

/**
 * A checked formula (see `checkTypes`) in SQL: the same answer as `evaluateFormula`, for a `select` over many records.
 * No piece can raise an error, whatever is stored.
 */
export function compileFormula(tree: ExpressionTree, inputs: FormulaInputs): TypedSql {
  const compile = (part: ExpressionTree): TypedSql => compileFormula(part, inputs)
  switch (tree.op) {
    case 'value':
      if (tree.value === null) return { sql: sql`null`, kind: 'empty' }
      return typeof tree.value === 'boolean'
        ? { sql: tree.value ? sql`true` : sql`false`, kind: 'boolean' }
        : { sql: sql`(${tree.value}::text collate "C")`, kind: 'text' }
    case 'number':
      return { sql: sql`${tree.value}::numeric`, kind: 'number' }
    case 'name':
      return inputs(tree.name)
    case 'unary': {
      const of = compile(tree.of)
      return tree.sign === '!'
        ? { sql: sql`(not ${test(of)})`, kind: 'boolean' }
        : { sql: sql`(-${as(of, 'number')})`, kind: 'number' }
    }
    case 'binary':
      return tree.sign === 'in' && tree.right.op === 'list'
        ? oneOf(compile(tree.left), tree.right.items.map(compile))
        : binary(tree, compile(tree.left), compile(tree.right))
    case 'if': {
      const [then, otherwise] = [compile(tree.then), compile(tree.else)]
      const kind = commonKind([then, otherwise])
      return {
        sql: sql`(case when ${test(compile(tree.test))} then ${as(then, kind)} else ${as(otherwise, kind)} end)`,
        kind,
      }
    }
    case 'call':
      return compileCall(tree.fn, tree.args.map(compile), tree.args)
    default:
      throw new Error(`A checked formula has no “${tree.op}”.`)
  }
}

type Binary = Extract<ExpressionTree, { op: 'binary' }>

function binary(tree: Binary, left: TypedSql, right: TypedSql): TypedSql {
  const number = (piece: Sql): TypedSql => ({ sql: piece, kind: 'number' })
  const boolean = (piece: Sql): TypedSql => ({ sql: piece, kind: 'boolean' })
  const a = (): Sql => as(left, 'number')
  const b = (): Sql => as(right, 'number')
  switch (tree.sign) {
    case '&&':
      return boolean(sql`(${test(left)} and ${test(right)})`)
    case '||':
      return boolean(sql`(${test(left)} or ${test(right)})`)
    case '==':
      return boolean(same(left, right))
    case '!=':
      return boolean(sql`(not ${same(left, right)})`)
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const kind = commonKind([left, right])
      return boolean(sql`coalesce(${as(left, kind)} ${signs[tree.sign]} ${as(right, kind)}, false)`)
    }
    case 'in':
      return boolean(sql`coalesce(${as(right, 'list')} ? ${as(left, 'text')}, false)`)
    case '+':
      return tree.as === 'text'
        ? { sql: sql`app.calc_text(${as(left, 'text')} || ${as(right, 'text')})`, kind: 'text' }
        : number(sql`app.calc_num(${a()} + ${b()})`)
    case '-':
      return number(sql`app.calc_num(${a()} - ${b()})`)
    case '*':
      return number(sql`app.calc_num(${a()} * ${b()})`)
    case '/':
      return number(sql`app.calc_div(${a()}, ${b()})`)
    case '%':
      return number(sql`app.calc_mod(${a()}, ${b()})`)
    default:
      return unreachable(tree.sign)
  }
}

const signs = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

function same(left: TypedSql, right: TypedSql): Sql {
  const kind = commonKind([left, right])
  return sql`(${as(left, kind)} is not distinct from ${as(right, kind)})`
}

function oneOf(left: TypedSql, items: readonly TypedSql[]): TypedSql {
  if (items.length === 0) return { sql: sql`false`, kind: 'boolean' }
  return {
    sql: sql`(${join(
      items.map((item) => same(left, item)),
      ' or ',
    )})`,
    kind: 'boolean',
  }
}

const test = (piece: TypedSql): Sql => sql`coalesce(${as(piece, 'boolean')}, false)`

/** A formula's answer as jsonb in the form it is stored in; SQL null when it is empty. */
export function storedJson(piece: TypedSql, result: FormulaResult): Sql {
  if (piece.kind === 'empty') return sql`null::jsonb`
  switch (result.kind) {
    case 'decimal': {
      const value = as(piece, 'number')
      const scale = result.scale === undefined ? null : must(digits[result.scale])
      const rounded = scale ? sql`round(${value}, ${scale})` : sql`trim_scale(${value})`
      return sql`to_jsonb((case when abs(${rounded}) < 1000000000000000000000000000000 then ${rounded} end)::text)`
    }
    case 'number': {
      const value = as(piece, 'number')
      const number = result.whole === true ? sql`round(${value})` : value
      return sql`to_jsonb(app.calc_number(${number}))`
    }
    case 'boolean':
      return sql`to_jsonb(${as(piece, 'boolean')})`
    case 'list':
      return sql`nullif(${as(piece, 'list')}, '[]'::jsonb)`
    default:
      return sql`to_jsonb(nullif(${as(piece, 'text')}, ''))`
  }
}

const digits: readonly Sql[] = Array.from({ length: 19 }, (_, count) => ({ parts: [String(count)] }))

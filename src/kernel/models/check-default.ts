import { saying } from '#base/saying.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { fieldTypeOf, fieldTypes, type FieldType } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { fittingValue } from '#contracts/fitting-value.ts'
import { formulaKindOf, type StoredKind } from '#expressions/formulas/formula-value.ts'
import { functionTypeOf } from '#expressions/formulas/function-types.ts'
import { typeInWords, type FormulaKind } from '#expressions/formulas/value-type.ts'
import { functionsCalled } from '#expressions/walk-tree.ts'
import type { Problem } from '../field-types/field-type-part.ts'
import { conditionTree, expressionOf, keysRead, workOut } from './field-conditions.ts'
import { normaliseValue } from './normalise-value.ts'

type TypeOf = (key: string) => FieldType | undefined

/** What no default of a kind can ever be kept as; a text may hold a number or a day. */
const fits: Readonly<Record<Exclude<FormulaKind, 'empty'>, readonly StoredKind[]>> = {
  number: ['number', 'decimal', 'text'],
  text: ['text', 'number', 'decimal', 'date', 'datetime', 'id', 'list', 'json'],
  boolean: ['boolean'],
  date: ['date', 'datetime', 'text'],
  datetime: ['date', 'datetime', 'text'],
  list: ['list', 'json'],
}

/**
 * Why the default of a field never fits it: a value of another type, an expression that gives one whatever the record
 * holds. Null where it fits, or where only a record can tell.
 */
export function defaultProblem(field: Field, typeOf: TypeOf): Problem | null {
  if (field.default === undefined) return null
  if (expressionOf(field, 'default') === null) return problemOf(field, field.default)
  const tree = conditionTree(field, 'default')
  if (!tree) return null
  const kind = kindOf(tree, typeOf)
  const { value: stored } = fieldTypeOf(field.type)
  const list = field.many === true || stored === 'list'
  if (kind !== null && !fits[kind].includes(list ? 'list' : stored))
    return {
      code: 'type',
      ...saying('The expression gives {{kind}}, which “{{type}}” cannot hold.', {
        kind: { message: typeInWords({ kind }) },
        type: { message: fieldTypes[field.type].label },
      }),
    }
  return keysRead(field, 'default').length === 0 ? constantProblem(field, tree) : null
}

/** What is wrong with an expression that reads no field: it is worked out now. */
function constantProblem(field: Field, tree: ExpressionTree): Problem | null {
  const nobody = { id: null, email: null, role: null }
  const result = workOut(field, 'default', { values: new Map(), writer: nobody })
  if (result === 'failed') return { code: 'expression', ...saying('This expression cannot be worked out.') }
  const problem = problemOf(field, fittingValue(field.type, result.value))
  // Limits that a day of today breaks, another day may keep.
  const moves = functionsCalled(tree).some((fn) => fn === 'today' || fn === 'now')
  return moves && problem?.code !== 'type' ? null : problem
}

function problemOf(field: Field, value: unknown): Problem | null {
  const result = normaliseValue(field, value)
  return 'code' in result && result.code !== 'pattern' ? result : null
}

/** What an expression gives for certain; null where it depends on the record. */
function kindOf(tree: ExpressionTree, typeOf: TypeOf): Exclude<FormulaKind, 'empty'> | null {
  switch (tree.op) {
    case 'value':
      return typeof tree.value === 'boolean' ? 'boolean' : typeof tree.value === 'string' ? 'text' : null
    case 'number':
      return 'number'
    case 'name': {
      const type = typeOf(tree.name)
      return type === undefined ? null : formulaKindOf(fieldTypeOf(type).value)
    }
    case 'unary':
      return tree.sign === '!' ? 'boolean' : 'number'
    case 'binary':
      if (tree.sign === '*' || tree.sign === '/' || tree.sign === '%') return 'number'
      return tree.sign === '+' || tree.sign === '-' ? null : 'boolean'
    case 'if': {
      const [then, otherwise] = [kindOf(tree.then, typeOf), kindOf(tree.else, typeOf)]
      return then === otherwise ? then : null
    }
    case 'call': {
      if (tree.fn === 'today') return 'date'
      if (tree.fn === 'now') return 'datetime'
      const gives = functionTypeOf(tree.fn)?.gives
      return gives === undefined || gives === 'first' || gives.kind === 'empty' ? null : gives.kind
    }
    default:
      return null
  }
}

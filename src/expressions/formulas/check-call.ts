import type { ExpressionTree } from '#contracts/expression.ts'
import { wholePlaces } from '../functions/math.ts'
import type { Typed } from './check-types.ts'
import { asText } from './check-binary.ts'
import { expectKind, expectMoment, refuse, unify } from './expect-type.ts'
import { functionTypeOf, whyNotInFormulas } from './function-types.ts'
import { typeInWords, type ValueType } from './value-type.ts'

type Call = Extract<ExpressionTree, { op: 'call' }>

const units = ['minute', 'hour', 'day', 'week', 'month', 'year'].flatMap((unit) => [unit, `${unit}s`])

/** The types of a call's values and of its answer. Throws `ExpressionError`. */
export function checkCall(tree: Call, args: readonly Typed[]): Typed {
  const { fn, at } = tree
  const known = functionTypeOf(fn)
  if (!known) {
    const why = Object.hasOwn(whyNotInFormulas, fn) ? ` ${whyNotInFormulas[fn]}` : ''
    throw refuse(`“${fn}” cannot be used in a formula.${why}`, at)
  }
  for (const place of known.literal ?? []) checkLiteral(fn, place, tree.args[place], at)
  if (fn === 'coalesce' || known.rest !== undefined) {
    const { all, type } = unify(args, at)
    if (known.rest !== undefined && type.kind !== 'empty' && type.kind !== known.rest)
      throw refuse(`“${fn}” needs ${typeInWords({ kind: known.rest })}, but got ${typeInWords(type)}.`, at)
    const given = known.gives === 'first' ? type : known.gives
    return {
      tree: { ...tree, args: all.map((arg) => arg.tree) },
      type: fn === 'coalesce' ? type : numeric(given),
    }
  }
  if (fn === 'pow') checkPower(tree.args[1])
  const checked = args.map((arg, index) => {
    const kind = known.takes[index] ?? 'any'
    if (kind === 'moment') return expectMoment(arg, at)
    return kind === 'any' ? anyOf(fn, index, arg, at) : expectKind(arg, kind, at)
  })
  const first = checked[0]?.type ?? { kind: 'empty' }
  const converted = (fn === 'text' || fn === 'string') && checked[0] ? asText(checked[0], at) : null
  return {
    tree: converted ?? { ...tree, args: checked.map((arg) => arg.tree) },
    type: known.gives === 'first' ? firstType(fn, first) : known.gives,
  }
}

const numeric = (type: ValueType): ValueType => (type.kind === 'empty' ? { kind: 'number' } : type)

function firstType(fn: string, type: ValueType): ValueType {
  if (fn === 'dateAdd') return type.kind === 'datetime' ? type : { kind: 'date' }
  return numeric(type)
}

function anyOf(fn: string, index: number, arg: Typed, at: number): Typed {
  const { kind } = arg.type
  if ((fn === 'size' || fn === 'contains') && index === 0) {
    if (kind === 'text' || kind === 'list' || kind === 'empty') return arg
    throw refuse(`“${fn}” needs text or a list, but got ${typeInWords(arg.type)}.`, at)
  }
  if (fn === 'number' || fn === 'double') {
    if (kind === 'number' || kind === 'text' || kind === 'empty') return arg
    throw refuse(`${typeInWords(arg.type)} cannot be made a number.`, at)
  }
  return arg
}

function checkPower(power: ExpressionTree | undefined): void {
  if (power?.op === 'number' && power.value.includes('.'))
    throw refuse('A power is a whole number from -1000 to 1000; for a root there is sqrt.', 0)
}

function checkLiteral(fn: string, place: number, tree: ExpressionTree | undefined, at: number): void {
  if (tree === undefined) return
  if (fn === 'dateAdd') {
    if (tree.op === 'value' && typeof tree.value === 'string' && units.includes(tree.value)) return
    throw refuse('Add "minutes", "hours", "days", "weeks", "months" or "years".', at)
  }
  if (fn === 'format') {
    if (tree.op === 'value' && typeof tree.value === 'string' && tree.value.length <= 100) return
    throw refuse('Write the form of the date in quotes, such as "DD.MM.YYYY".', at)
  }
  if (tree.op !== 'number')
    throw refuse(`Write the number of places in “${fn}” as a plain number, as value ${place + 1}.`, at)
  wholePlaces(Number(tree.value), at)
}

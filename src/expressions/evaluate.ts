import { unreachable } from '#base/assert.ts'
import { systemClock, type Clock } from '#base/clock.ts'
import { decimal } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { add, arithmetic, countDays } from './arithmetic.ts'
import { compareValues, isEqual } from './compare.ts'
import { ExpressionError } from './expression-error.ts'
import { isForbiddenKey } from './forbidden-keys.ts'
import { coreFunctions } from './functions/core-functions.ts'
import type {
  ExpressionFormats,
  ExpressionFunction,
  FunctionContext,
} from './functions/expression-function.ts'
import { describe, needList, needNumber, needTest, needText, Num, readNumber, toPlain } from './values.ts'

export interface EvaluateOptions {
  /** Steps it may take, 50,000 unless told: one per part worked out and per list item looked at. */
  steps?: number
  clock?: Clock
  /** IANA zone whose days `today`, `day` … mean; UTC unless told. */
  timeZone?: string
  formats?: ExpressionFormats
  /** `matchPattern` of `match-pattern.ts`, where patterns may be used. */
  matches?: (text: string, pattern: string) => boolean
  /** `allFunctions`, where more than those of `core-functions.ts` may be called. */
  functions?: ReadonlyMap<string, ExpressionFunction>
  /** What cannot be worked with (a text that is no date, one that grows too long) is nothing instead of an error. */
  total?: boolean
}

interface Local {
  name: string
  value: unknown
  outer: Local | null
}

interface Run extends FunctionContext {
  scope: Readonly<Record<string, unknown>>
  depth: number
  functions: ReadonlyMap<string, ExpressionFunction>
}

type Node<Op extends ExpressionTree['op']> = Extract<ExpressionTree, { op: Op }>

const deepest = 200

/**
 * Works out a tree over a scope of plain JSON data: `evaluateExpression(tree, { item: { total: '1.50' } })`. The answer
 * is plain JSON: decimals as text, other numbers as numbers. Only own properties are read; what is missing is null.
 * Null is tolerated: arithmetic with null is null, an order comparison with null is false, a division by zero is null,
 * a condition that is null is false. Throws `ExpressionError` and nothing else.
 */
export function evaluateExpression(
  tree: ExpressionTree,
  scope: Readonly<Record<string, unknown>>,
  options: EvaluateOptions = {},
): unknown {
  let left = options.steps ?? 50_000
  const run: Run = {
    scope,
    depth: 0,
    at: 0,
    clock: options.clock ?? systemClock,
    timeZone: options.timeZone ?? 'UTC',
    formats: options.formats ?? null,
    matches: options.matches ?? null,
    functions: options.functions ?? coreFunctions,
    total: options.total ?? false,
    spend(steps) {
      left -= steps
      if (left < 0) throw new ExpressionError('expression_too_expensive', 'This takes too long to work out.')
    },
  }
  return toPlain(evaluate(tree, run, null))
}

function evaluate(tree: ExpressionTree, run: Run, locals: Local | null): unknown {
  run.spend(1)
  if (++run.depth > deepest) throw new ExpressionError('expression_too_expensive', 'This is nested too deep.')
  const value = evaluatePart(tree, run, locals)
  run.depth--
  return value
}

function evaluatePart(tree: ExpressionTree, run: Run, locals: Local | null): unknown {
  switch (tree.op) {
    case 'value':
      return tree.value
    case 'number':
      return new Num(decimal(tree.value), false)
    case 'name':
      return readName(tree, run, locals)
    case 'member':
      return readKey(evaluate(tree.of, run, locals), tree.key, tree.at)
    case 'index':
      return readIndex(evaluate(tree.of, run, locals), evaluate(tree.key, run, locals), tree.at)
    case 'list':
      return tree.items.map((item) => toPlain(evaluate(item, run, locals)))
    case 'map':
      return makeMap(tree, run, locals)
    case 'call':
      return callFunction(tree, run, locals)
    case 'unary':
      return unary(tree, evaluate(tree.of, run, locals))
    case 'binary':
      return binary(tree, run, locals)
    case 'if':
      return evaluate(needTest(evaluate(tree.test, run, locals), null) ? tree.then : tree.else, run, locals)
    case 'each':
      return loop(tree, run, locals)
    default:
      return unreachable(tree)
  }
}

function readName({ name, at }: Node<'name'>, run: Run, locals: Local | null): unknown {
  for (let local = locals; local; local = local.outer) if (local.name === name) return local.value
  if (!isForbiddenKey(name) && Object.hasOwn(run.scope, name)) return data(run.scope[name], at)
  throw new ExpressionError('expression_unknown_name', `There is no “${name}” here.`, at)
}

function readKey(of: unknown, key: string, at: number): unknown {
  if (of === null || of === undefined) return null
  if (isForbiddenKey(key)) throw new ExpressionError('expression_unknown_name', `There is no “${key}”.`, at)
  if (!isJsonObject(of) || of instanceof Num) {
    throw new ExpressionError('expression_type', `${describe(of)} has no field “${key}”.`, at)
  }
  return Object.hasOwn(of, key) ? data(of[key], at) : null
}

function readIndex(of: unknown, key: unknown, at: number): unknown {
  if (!Array.isArray(of)) return readKey(of, needText(key, at), at)
  const place = readNumber(key)
  const index = place ? Number(place.value) : Number.NaN
  if (!Number.isInteger(index))
    throw new ExpressionError('expression_type', 'A place in a list is a whole number.', at)
  return data((of as unknown[])[index < 0 ? of.length + index : index], at)
}

// A scope holds data; should a function have got into it, it does not get out.
function data(value: unknown, at: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    throw new ExpressionError('expression_type', 'This is not data.', at)
  }
  return value ?? null
}

function makeMap(tree: Node<'map'>, run: Run, locals: Local | null): unknown {
  return Object.fromEntries(
    tree.entries.map(([key, value]) => {
      const name = needText(evaluate(key, run, locals), null)
      if (isForbiddenKey(name))
        throw new ExpressionError('expression_unknown_name', `“${name}” cannot be a name.`)
      return [name, toPlain(evaluate(value, run, locals))]
    }),
  )
}

function callFunction({ fn, args, at }: Node<'call'>, run: Run, locals: Local | null): unknown {
  const known = run.functions.get(fn)
  if (!known) throw new ExpressionError('expression_unknown_function', `There is no function “${fn}”.`, at)
  const values = args.map((arg) => evaluate(arg, run, locals))
  run.at = at
  return known.call(values, run)
}

function unary({ sign, at }: Node<'unary'>, value: unknown): unknown {
  if (sign === '!') return !needTest(value, at)
  const read = needNumber(value, at)
  return read && new Num(read.value.neg(), read.exact)
}

function binary(tree: Node<'binary'>, run: Run, locals: Local | null): unknown {
  const { sign, at } = tree
  const left = evaluate(tree.left, run, locals)
  if (sign === '&&') return needTest(left, at) && needTest(evaluate(tree.right, run, locals), at)
  if (sign === '||') return needTest(left, at) || needTest(evaluate(tree.right, run, locals), at)
  const right = evaluate(tree.right, run, locals)
  switch (sign) {
    case '==':
      return tree.as === 'number'
        ? isEqual(needNumber(left, at), needNumber(right, at), run.spend)
        : isEqual(left, right, run.spend)
    case '!=':
      return tree.as === 'number'
        ? !isEqual(needNumber(left, at), needNumber(right, at), run.spend)
        : !isEqual(left, right, run.spend)
    case 'in':
      return isIn(tree.as === 'number' ? needNumber(left, at) : left, right, run, at)
    case '+': {
      const asText = joins(tree, run)
      run.at = at
      return add(left, right, asText, run)
    }
    case '-': {
      run.at = at
      const days = tree.as ? undefined : countDays(sign, left, right, run)
      return days === undefined ? arithmetic(sign, left, right, at) : days
    }
    case '*':
    case '/':
    case '%':
      return arithmetic(sign, left, right, at)
    default:
      return ordered(sign, compareValues(left, right, joins(tree, run), at))
  }
}

function ordered(sign: '<' | '<=' | '>' | '>=', order: number | null): boolean {
  if (order === null) return false
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  return sign === '>' ? order > 0 : order >= 0
}

function isIn(value: unknown, all: unknown, run: Run, at: number): boolean {
  if (isJsonObject(all) && !(all instanceof Num)) {
    const key = needText(value, at)
    return !isForbiddenKey(key) && Object.hasOwn(all, key)
  }
  return needList(all, at).some((item) => isEqual(item, value, run.spend))
}

/** Whether both sides are taken as text, whatever the data is. */
const joins = ({ as, left, right }: Node<'binary'>, run: Run): boolean =>
  as === undefined ? isText(left, run) || isText(right, run) : as === 'text'

/** Whether a tree gives text whatever the data is. */
function isText(tree: ExpressionTree, run: Run): boolean {
  if (tree.op === 'value') return typeof tree.value === 'string'
  if (tree.op === 'call') return run.functions.get(tree.fn)?.text === true
  if (tree.op === 'binary') return tree.sign === '+' && (isText(tree.left, run) || isText(tree.right, run))
  return tree.op === 'if' && (isText(tree.then, run) || isText(tree.else, run))
}

function loop({ fn, of, item, body, at }: Node<'each'>, run: Run, locals: Local | null): unknown {
  const items = needList(evaluate(of, run, locals), at)
  const each = (value: unknown): unknown =>
    evaluate(body, run, { name: item, value: data(value, at), outer: locals })
  switch (fn) {
    case 'map':
      return items.map((value) => toPlain(each(value)))
    case 'filter':
      return items.filter((value) => needTest(each(value), at))
    case 'all':
      return items.every((value) => needTest(each(value), at))
    case 'exists':
      return items.some((value) => needTest(each(value), at))
    default:
      return unreachable(fn)
  }
}

import type { ASTNode, BinaryOperator } from '@marcbachmann/cel-js'
import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { ExpressionError } from './expression-error.ts'
import { isForbiddenKey } from './forbidden-keys.ts'
import { allFunctions } from './functions/all-functions.ts'

const loops = new Set(['map', 'filter', 'all', 'exists'])
type Loop = Extract<ExpressionTree, { op: 'each' }>['fn']

/** Turns the library's syntax tree into ours. Throws `ExpressionError` for what our language leaves out. */
export function convertTree(node: ASTNode): ExpressionTree {
  const at = node.start
  switch (node.op) {
    case 'value':
      return literal(node.args, node.input.slice(node.start, node.end), at)
    case 'id':
      return { op: 'name', name: allowed(node.args, at), at }
    case '.':
      return {
        op: 'member',
        of: convertTree(node.args[0]),
        key: allowed(node.args[1], node.pos),
        at: node.pos,
      }
    case '[]': {
      const [of, key] = node.args.map(convertTree) as [ExpressionTree, ExpressionTree]
      if (key.op === 'value' && typeof key.value === 'string') allowed(key.value, node.args[1].start)
      return { op: 'index', of, key, at: node.args[1].start }
    }
    case 'call':
      return call(node.args[0], node.args[1], at)
    case 'rcall': {
      const [fn, receiver, args] = node.args
      return loops.has(fn) ? loop(fn as Loop, receiver, args, at) : call(fn, [receiver, ...args], at)
    }
    case 'list':
      return { op: 'list', items: node.args.map(convertTree) }
    case 'map':
      return { op: 'map', entries: node.args.map(([key, value]) => [mapKey(key), convertTree(value)]) }
    case '?:': {
      const [test, then, otherwise] = node.args
      // oxlint-disable-next-line unicorn/no-thenable -- a tree is data and `then` never a function
      return { op: 'if', test: convertTree(test), then: convertTree(then), else: convertTree(otherwise) }
    }
    case '!_':
    case '-_':
      return { op: 'unary', sign: node.op === '!_' ? '!' : '-', of: convertTree(node.args), at }
    case '.?':
    case '[?]':
      throw left('Optional access', at)
    default:
      return binary(node.op, node.args, at)
  }
}

function binary(
  sign: BinaryOperator | '&&' | '||',
  [left, right]: [ASTNode, ASTNode],
  at: number,
): ExpressionTree {
  return { op: 'binary', sign, left: convertTree(left), right: convertTree(right), at }
}

function literal(value: unknown, text: string, at: number): ExpressionTree {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return { op: 'value', value }
  if (typeof value === 'bigint') return { op: 'number', value: numberText(value.toString(), at) }
  // The digits as written, not the double the library made of them.
  if (typeof value === 'number') return { op: 'number', value: numberText(text, at) }
  throw left('This kind of value', at)
}

function numberText(text: string, at: number): string {
  const short = decimalText(decimal(text))
  if (!isDecimalText(short))
    throw new ExpressionError('expression_syntax', 'This number has too many digits.', at)
  return short
}

function call(fn: string, args: readonly ASTNode[], at: number): ExpressionTree {
  if (fn === 'has') return present(args, at)
  const known = allFunctions.get(fn)
  if (!known) {
    throw new ExpressionError(
      'expression_unknown_function',
      `There is no function “${fn}” (at position ${at + 1}).`,
      at,
    )
  }
  const [fewest, most] = known.takes
  if (args.length < fewest || args.length > most) {
    const wanted = fewest === most ? `${fewest}` : `${fewest} to ${most}`
    throw new ExpressionError('expression_syntax', `“${fn}” takes ${wanted} values, not ${args.length}.`, at)
  }
  return { op: 'call', fn, args: args.map(convertTree), at }
}

function present([field]: readonly ASTNode[], at: number): ExpressionTree {
  if (field?.op !== '.' && field?.op !== 'id')
    throw new ExpressionError('expression_syntax', '“has” takes a field, as in has(item.note).', at)
  return { op: 'binary', sign: '!=', left: convertTree(field), right: { op: 'value', value: null }, at }
}

function loop(fn: Loop, of: ASTNode, args: readonly ASTNode[], at: number): ExpressionTree {
  const [item, ...bodies] = args
  const [body, transform] = bodies
  if (item?.op !== 'id' || !body || bodies.length > (fn === 'map' ? 2 : 1)) {
    throw new ExpressionError('expression_syntax', `Write “${fn}” as list.${fn}(item, …).`, at)
  }
  const name = allowed(item.args, item.start)
  const each = (fn: Loop, of: ExpressionTree, body: ASTNode): ExpressionTree => ({
    op: 'each',
    fn,
    of,
    item: name,
    body: convertTree(body),
    at,
  })
  if (transform) return each('map', each('filter', convertTree(of), body), transform)
  return each(fn, convertTree(of), body)
}

function mapKey(key: ASTNode): ExpressionTree {
  if (key.op !== 'value' || typeof key.args !== 'string') {
    throw new ExpressionError('expression_syntax', 'The names in { } are texts in quotes.', key.start)
  }
  return { op: 'value', value: allowed(key.args, key.start) }
}

function allowed(name: string, at: number): string {
  if (!isForbiddenKey(name)) return name
  throw new ExpressionError('expression_unknown_name', `There is no “${name}” (at position ${at + 1}).`, at)
}

function left(what: string, at: number): ExpressionError {
  return new ExpressionError(
    'expression_syntax',
    `${what} at position ${at + 1} is not part of the language.`,
    at,
  )
}

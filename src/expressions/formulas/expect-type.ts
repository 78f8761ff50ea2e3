import type { Message } from '#base/saying.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { ExpressionError } from '../expression-error.ts'
import { partsOf } from '../walk-tree.ts'
import { wordedError } from '../worded-error.ts'
import { dateFunctions } from '../functions/date.ts'
import type { Typed } from './check-types.ts'
import { currencyInWords, typeInWords, type FormulaKind, type ValueType } from './value-type.ts'

export const number: ValueType = { kind: 'number' }
export const text: ValueType = { kind: 'text' }
export const boolean: ValueType = { kind: 'boolean' }

/** A refusal of a formula, with its place. */
export const refuse = (words: string | Message, at: number): ExpressionError =>
  wordedError('expression_type', typeof words === 'string' ? { message: words } : words, at)

/** Where a part stands in the text; of a plain value, 0. */
export function positionOf(tree: ExpressionTree): number {
  if (tree.op === 'member') return positionOf(tree.of)
  if ('at' in tree) return tree.at
  const inner = partsOf(tree).map(positionOf)
  return inner.length > 0 ? Math.min(...inner) : 0
}

/** The part as one of this kind; nothing fits everywhere, and a quoted day is a date. Throws `ExpressionError`. */
export function expectKind(part: Typed, kind: FormulaKind, at: number): Typed {
  if (part.type.kind === kind || part.type.kind === 'empty') return part
  if ((kind === 'date' || kind === 'datetime') && isQuotedMoment(part.tree, kind))
    return { tree: part.tree, type: { kind } }
  throw refuse(`This needs ${typeInWords({ kind })}, but got ${typeInWords(part.type)}.`, at)
}

/** The part as a date or a date and time. */
export function expectMoment(part: Typed, at: number): Typed {
  if (part.type.kind === 'datetime') return part
  return isQuotedMoment(part.tree, 'datetime')
    ? { tree: part.tree, type: { kind: 'datetime' } }
    : expectKind(part, 'date', at)
}

const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

function isQuotedMoment(tree: ExpressionTree, kind: 'date' | 'datetime'): boolean {
  if (tree.op !== 'value' || typeof tree.value !== 'string') return false
  if ((kind === 'datetime') !== momentForm.test(tree.value)) return false
  const context = {
    at: 0,
    clock: { now: () => new Date(0) },
    timeZone: 'UTC',
    formats: null,
    matches: null,
    total: true,
    spend: () => undefined,
  }
  return dateFunctions.year.call([tree.value], context) !== null
}

/** Parts that must give the same: `a == b`, both ends of a choice. Money of one currency stays money. */
export function unify(parts: readonly Typed[], at: number): { all: Typed[]; type: ValueType } {
  const kinds = new Set(parts.map(({ type }) => type.kind))
  kinds.delete('empty')
  const moment = kinds.has('datetime') ? 'datetime' : kinds.has('date') ? 'date' : null
  const kind = moment ?? [...kinds][0] ?? 'empty'
  const all = parts.map((part): Typed => {
    if (part.type.kind === kind || part.type.kind === 'empty') return part
    if (moment && isQuotedMoment(part.tree, moment)) return { tree: part.tree, type: { kind: moment } }
    const first = parts.find(({ type }) => type.kind === kind)?.type ?? part.type
    throw refuse(`${capital(typeInWords(first))} and ${typeInWords(part.type)} do not go together.`, at)
  })
  return {
    all,
    type:
      kind === 'number'
        ? sumType(
            all.map(({ type }) => type),
            at,
          )
        : { kind },
  }
}

/** What adding amounts gives: money of the one currency that takes part. */
export function sumType(types: readonly ValueType[], at: number): ValueType {
  const currencies = [...new Set(types.flatMap(({ currency }) => currency ?? []))].filter(
    (code) => code !== '',
  )
  if (currencies.length > 1)
    throw refuse(`Amounts in ${currencies.map(currencyInWords).join(' and ')} do not go together.`, at)
  const money = types.some(({ currency }) => currency !== undefined)
  return {
    kind: 'number',
    ...(money ? { currency: currencies[0] ?? '' } : {}),
    ...(types.every((type) => type.kind === 'empty' || type.whole === true) ? { whole: true } : {}),
  }
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

import type { FormulaKind, ValueType } from './value-type.ts'

/**
 * What a function of a formula takes and gives. `rest` is the kind of every further value; `literal` names the places
 * that must be written plainly (a number of digits, a unit), so that the answer's form is known when the formula is saved.
 */
interface FunctionType {
  takes: readonly (FormulaKind | 'moment' | 'any')[]
  rest?: FormulaKind
  gives: ValueType | 'first'
  literal?: readonly number[]
}

const number = { kind: 'number' } as const
const whole = { kind: 'number', whole: true } as const
const text = { kind: 'text' } as const
const yesNo = { kind: 'boolean' } as const

/** The functions a formula may call: those whose answer is the same in browser, server and SQL. */
export const functionTypes = {
  round: { takes: ['number', 'number'], gives: 'first', literal: [1] },
  floor: { takes: ['number', 'number'], gives: 'first', literal: [1] },
  ceil: { takes: ['number', 'number'], gives: 'first', literal: [1] },
  abs: { takes: ['number'], gives: 'first' },
  sqrt: { takes: ['number'], gives: number },
  pow: { takes: ['number', 'number'], gives: number },
  int: { takes: ['number'], gives: whole },
  number: { takes: ['any'], gives: number },
  double: { takes: ['any'], gives: number },
  min: { takes: ['number'], rest: 'number', gives: 'first' },
  max: { takes: ['number'], rest: 'number', gives: 'first' },
  sum: { takes: ['number'], rest: 'number', gives: 'first' },
  avg: { takes: ['number'], rest: 'number', gives: number },
  coalesce: { takes: ['any'], gives: 'first' },
  trim: { takes: ['text'], gives: text },
  startsWith: { takes: ['text', 'text'], gives: yesNo },
  endsWith: { takes: ['text', 'text'], gives: yesNo },
  contains: { takes: ['any', 'text'], gives: yesNo },
  replace: { takes: ['text', 'text', 'text'], gives: text },
  substring: { takes: ['text', 'number', 'number'], gives: text },
  text: { takes: ['any'], gives: text },
  string: { takes: ['any'], gives: text },
  fixed: { takes: ['number', 'number'], gives: text, literal: [1] },
  join: { takes: ['list', 'text'], gives: text },
  size: { takes: ['any'], gives: whole },
  year: { takes: ['moment'], gives: whole },
  month: { takes: ['moment'], gives: whole },
  day: { takes: ['moment'], gives: whole },
  weekday: { takes: ['moment'], gives: whole },
  daysBetween: { takes: ['moment', 'moment'], gives: whole },
  hoursBetween: { takes: ['moment', 'moment'], gives: number },
  dateAdd: { takes: ['moment', 'number', 'text'], gives: 'first', literal: [2] },
  format: { takes: ['moment', 'text'], gives: text, literal: [1] },
} as const satisfies Record<string, FunctionType>

export type FormulaFunction = keyof typeof functionTypes

/** The type of a function a formula may call, or undefined. */
export const functionTypeOf = (fn: string): FunctionType | undefined =>
  Object.hasOwn(functionTypes, fn) ? functionTypes[fn as FormulaFunction] : undefined

const perReader = 'It is written differently for each reader; format the field where it is shown instead.'
const moves = 'It changes by itself, so a value kept now would be wrong tomorrow.'
const letters = 'Upper and lower case differ between languages.'

/** Why a function of the language has no place in a formula. */
export const whyNotInFormulas: Readonly<Record<string, string>> = {
  now: moves,
  today: moves,
  upper: letters,
  lower: letters,
  t: 'It says the same in another language to each reader; a formula is one value for all.',
  formatUnit: perReader,
  formatNumber: perReader,
  formatMoney: perReader,
  formatPercent: perReader,
  formatDate: perReader,
  formatDateTime: perReader,
  matches: 'Patterns are for checks of a field.',
  lookup: 'It reads the tables of a recipe.',
}

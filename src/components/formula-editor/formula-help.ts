import type { FormulaFunction } from '#expressions/formulas/function-types.ts'

/** How a function is written, and what it gives, for somebody who never wrote one. */
export interface FunctionHelp {
  /** Its values, in words. */
  values: readonly string[]
  /** What it gives. English text is the translation key. */
  gives: string
}

/** The functions a formula may call, the most useful first. One that is missing does not compile. */
export const formulaHelp = {
  round: { values: ['number', 'digits'], gives: 'Rounded to so many digits after the point' },
  min: { values: ['number', 'number', '…'], gives: 'The smallest of them' },
  max: { values: ['number', 'number', '…'], gives: 'The greatest of them' },
  coalesce: { values: ['value', 'otherwise', '…'], gives: 'The first of them that is not empty' },
  abs: { values: ['number'], gives: 'The number without its sign' },
  floor: { values: ['number', 'digits'], gives: 'Rounded down' },
  ceil: { values: ['number', 'digits'], gives: 'Rounded up' },
  sqrt: { values: ['number'], gives: 'The square root, to 12 digits after the point' },
  pow: {
    values: ['number', 'times'],
    gives: 'The number times itself so many times: pow(1.03, 5) is five years of 3 %',
  },
  int: { values: ['number'], gives: 'The whole part of a number' },
  daysBetween: { values: ['from', 'to'], gives: 'Days from one date to another' },
  hoursBetween: { values: ['from', 'to'], gives: 'Hours from one moment to another' },
  dateAdd: {
    values: ['date', 'number', '"days"'],
    gives: 'A date so many days, weeks, months or years later',
  },
  year: { values: ['date'], gives: 'The year of a date' },
  month: { values: ['date'], gives: 'The month of a date, 1 to 12' },
  day: { values: ['date'], gives: 'The day of the month' },
  weekday: { values: ['date'], gives: 'The day of the week: 1 is Monday, 7 is Sunday' },
  format: { values: ['date', '"DD.MM.YYYY"'], gives: 'A date as text in a form of your own' },
  text: { values: ['value'], gives: 'The value as text' },
  fixed: { values: ['number', 'digits'], gives: 'A number as text with so many digits' },
  trim: { values: ['text'], gives: 'The text without spaces at its ends' },
  substring: {
    values: ['text', 'from', 'to'],
    gives: 'Part of a text by places; the first is 0, and the last one named is not taken',
  },
  replace: { values: ['text', 'part', 'by'], gives: 'The text with every part replaced' },
  contains: { values: ['text', 'part'], gives: 'Whether a text has this part, or a list this value' },
  startsWith: { values: ['text', 'part'], gives: 'Whether the text begins so' },
  endsWith: { values: ['text', 'part'], gives: 'Whether the text ends so' },
  size: { values: ['text'], gives: 'How many characters a text has, or values a list' },
  join: { values: ['list', '", "'], gives: 'The values of a list as one text' },
  number: { values: ['text'], gives: 'A text of digits as a number' },
  double: { values: ['text'], gives: 'A text of digits as a number' },
  string: { values: ['value'], gives: 'The value as text' },
  sum: { values: ['number'], gives: 'The number itself; related records are added by a roll-up' },
  avg: { values: ['number'], gives: 'The number itself; related records are averaged by a roll-up' },
} as const satisfies Record<FormulaFunction, FunctionHelp>

/** Other names of functions, and those that are for lists: they work and are not offered. */
const quiet: ReadonlySet<string> = new Set<FormulaFunction>(['double', 'string', 'sum', 'avg'])

/** The functions that are offered, in their order. */
export const offeredFunctions = (Object.keys(formulaHelp) as FormulaFunction[]).filter(
  (name) => !quiet.has(name),
)

/** The help of a function, or nothing. */
export const helpOf = (name: string): FunctionHelp | undefined =>
  Object.hasOwn(formulaHelp, name) ? formulaHelp[name as FormulaFunction] : undefined

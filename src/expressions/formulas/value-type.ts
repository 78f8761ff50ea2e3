import type { FormulaKind } from '#contracts/calculation.ts'

export type { FormulaKind } from '#contracts/calculation.ts'

export interface ValueType {
  kind: FormulaKind
  /** An amount of money in this currency; an empty text is money of no named currency. */
  currency?: string
  /** A whole number, whatever the values are. */
  whole?: boolean
}

const words: Record<FormulaKind, string> = {
  number: 'a number',
  text: 'text',
  boolean: 'yes or no',
  date: 'a date',
  datetime: 'a date and time',
  list: 'a list',
  empty: 'nothing',
}

/** A type in an estimator's words: "a number", "an amount in EUR". */
export const typeInWords = ({ kind, currency }: ValueType): string =>
  currency ? `an amount in ${currency}` : words[kind]

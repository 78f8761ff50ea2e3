import type { FormulaKind } from '#contracts/calculation.ts'

export type { FormulaKind } from '#contracts/calculation.ts'

export interface ValueType {
  kind: FormulaKind
  /** An amount of money in this currency; an empty text is money of no named currency; see `currencyOfField`. */
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
  currency ? `an amount in ${currencyInWords(currency)}` : words[kind]

/** Stands for the currency that a field of the record names: only amounts by the same field go together. */
export const currencyOfField = (path: string): string => `=${path}`

/** The field that names a currency: `currency` of `=currency`; null where it is a code. */
export const fieldOfCurrency = (currency: string | undefined): string | null =>
  currency?.startsWith('=') ? currency.slice(1) : null

/** `EUR`, or the words for one that a field names. */
export function currencyInWords(currency: string): string {
  const path = fieldOfCurrency(currency)
  return path === null ? currency : `the currency of “${path}”`
}

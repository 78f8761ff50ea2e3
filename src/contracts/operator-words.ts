import type { Operator } from './field-types.ts'

/** What each operator asks, in words between a field and its value; English text is the translation key. */
export const operatorWords: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  in: 'is one of',
  nin: 'is none of',
  contains: 'contains',
  starts: 'starts with',
  between: 'is between',
  empty: 'is empty',
}

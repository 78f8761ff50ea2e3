import type { AggregateFunction } from '#contracts/field-types.ts'

/** Short words for what is counted, for the foot of a column. */
export const totalWords: Record<AggregateFunction, string> = {
  count: 'Count',
  count_distinct: 'Different',
  sum: 'Sum',
  avg: 'Avg.',
  min: 'Min.',
  max: 'Max.',
}

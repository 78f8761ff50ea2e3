import { decimal, roundHalfUp } from '#base/decimal.ts'

/** A sum before and after, and what it is more or less by. */
export const changeOfSum = (sum: string, before: string, after: string) => ({
  sum,
  before,
  after,
  change: roundHalfUp(decimal(after).minus(before), 2),
})

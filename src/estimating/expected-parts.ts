import { percentOf, sizeOf, type Fixed } from './fixed.ts'

/**
 * What each part of a basis makes of an amount, as `splitAmount` wants it: a percentage of a credit is a credit, and a
 * sum that is no percentage goes by size.
 */
export const expectedParts = (percent: Fixed | null, bases: readonly Fixed[]): Fixed[] =>
  bases.map((basis) =>
    percent ? percentOf(basis, percent) : { units: sizeOf(basis.units), scale: basis.scale },
  )

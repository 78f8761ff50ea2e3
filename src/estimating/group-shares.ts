import type { EstimateClassification, EstimateLine } from './estimate-document.ts'
import { compareFixed, hundred, parseFixed, subtractFixed, sumFixed, zero, type Fixed } from './fixed.ts'

/** A part of a line: the key of what it belongs to, null for what belongs to nothing, and its weight. */
export interface GroupShare {
  key: string | null
  share: Fixed
}

/**
 * The groups of one set that a line is classified in, with their percentages; what they leave of 100 comes last, without a
 * key. More than 100 is not cut: the shares are weights then.
 * @example groupShares(line, 'DIN276:2018-12') // [{ key: '331', share: 60 }, { key: null, share: 40 }]
 */
export const groupShares = ({ classifications }: EstimateLine, set: string): GroupShare[] =>
  weighedShares(classifications, set)

/** The same of the parts themselves. */
export function weighedShares(classifications: readonly EstimateClassification[], set: string): GroupShare[] {
  const shares: GroupShare[] = []
  for (const { set: of, code, share } of classifications) {
    if (of === set) shares.push({ key: code, share: parseFixed(share) })
  }
  const rest = subtractFixed(hundred, sumFixed(shares.map(({ share }) => share)))
  if (compareFixed(rest, zero) > 0) shares.push({ key: null, share: rest })
  return shares
}

import { isJsonObject } from '#base/json.ts'
import { isDecimalText } from '#base/decimal.ts'
import {
  compareFixed,
  divideFixed,
  hundred,
  isZero,
  multiplyFixed,
  parseFixed,
  roundFixed,
  fixedText,
  plainText,
  subtractFixed,
  type Fixed,
} from '#estimating/fixed.ts'

/** How the volume a file declares for an element stands to that of its triangles. */
export type AuditState = 'agrees' | 'near' | 'differs' | 'zero' | 'undeclared' | 'unmeasured'

/** What became of one element. */
export interface Audited {
  state: AuditState
  declared: string | null
  computed: string | null
  /** Per cent the triangles are above what is declared, to a tenth; null where there is nothing to compare. */
  off: string | null
}

// The net volume is what the triangles make up; a gross one counts holes as well.
const declaredNames = ['net_volume', 'volume', 'gross_volume'] as const

/**
 * Compares the declared volume of an element, as it is kept, with that of its triangles: to one per cent it agrees, to five
 * it is near. Null where there is neither.
 * @example auditVolume([{ canonical: 'net_volume', si: '2', source: 'qto' }, { canonical: 'volume', si: '2.01', source: 'computed' }])
 */
export function auditVolume(kept: unknown): Audited | null {
  const volumes = Array.isArray(kept) ? (kept as unknown[]).flatMap(volumeOf) : []
  const computed = volumes.find(({ source }) => source === 'computed')?.value ?? null
  const said = volumes.filter(({ source }) => source !== 'computed')
  const declared =
    declaredNames.flatMap((name) => said.find(({ canonical }) => canonical === name) ?? [])[0]?.value ?? null
  if (declared === null && computed === null) return null
  const told = {
    declared: declared && shown(declared),
    computed: computed && shown(computed),
    off: null,
  }
  if (computed === null) return { state: 'unmeasured', ...told }
  // A body without a volume, a line or a surface, has none to declare.
  if (declared === null)
    return isZero(roundFixed(computed, 6, 'half_up')) ? null : { state: 'undeclared', ...told }
  if (isZero(declared))
    return { state: isZero(roundFixed(computed, 6, 'half_up')) ? 'agrees' : 'zero', ...told }
  const off = divideFixed(multiplyFixed(subtractFixed(computed, declared), hundred), declared, 4, 'half_up')
  const size: Fixed = off.units < 0n ? { units: -off.units, scale: off.scale } : off
  const state = compareFixed(size, one) <= 0 ? 'agrees' : compareFixed(size, five) <= 0 ? 'near' : 'differs'
  return { state, ...told, off: fixedText(roundFixed(off, 1, 'half_up')) }
}

const one = parseFixed('1')
const five = parseFixed('5')
const shown = (value: Fixed): string => plainText(roundFixed(value, 4, 'half_up'))

function volumeOf(kept: unknown): { canonical: unknown; source: unknown; value: Fixed }[] {
  if (!isJsonObject(kept) || kept['dimension'] !== 'volume') return []
  const { canonical, source, si } = kept
  return typeof si === 'string' && isDecimalText(si) ? [{ canonical, source, value: parseFixed(si) }] : []
}

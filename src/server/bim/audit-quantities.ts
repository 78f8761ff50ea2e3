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
import { mostOfSurface } from './main-quantities.ts'

/** How the volume a file declares for an element stands to that of its triangles. */
export type AuditState = 'agrees' | 'near' | 'differs' | 'zero' | 'undeclared' | 'unmeasured' | 'oversize'

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
 * it is near. An area that is larger than the whole body is told first. Null where there is nothing to say.
 * @example auditVolume([{ canonical: 'net_volume', si: '2', source: 'qto' }, { canonical: 'volume', si: '2.01', source: 'computed' }])
 */
export function auditVolume(kept: unknown): Audited | null {
  const volumes = Array.isArray(kept) ? (kept as unknown[]).flatMap(volumeOf) : []
  const computed = volumes.find(({ source }) => source === 'computed')?.value ?? null
  const said = volumes.filter(({ source }) => source !== 'computed')
  const declared =
    declaredNames.flatMap((name) => said.find(({ canonical }) => canonical === name) ?? [])[0]?.value ?? null
  const isOver = isOversize(kept)
  if (declared === null && computed === null && !isOver) return null
  const told = {
    declared: declared && shown(declared),
    computed: computed && shown(computed),
    off: null,
  }
  if (isOver) return { state: 'oversize', ...told }
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

/** Whether the area it counts with is more than its triangles have: mostly another unit than the file says. */
function isOversize(kept: unknown): boolean {
  const areas = Array.isArray(kept)
    ? (kept as unknown[]).filter(isJsonObject).filter(({ dimension }) => dimension === 'area')
    : []
  const surface = areas.find(({ source }) => source === 'computed')
  const counted = areas.find(({ source, used }) => used === true && source !== 'computed')
  return (
    surface !== undefined &&
    counted !== undefined &&
    Number(surface['si']) > 0 &&
    Number(counted['si']) > Number(surface['si']) * mostOfSurface
  )
}

function volumeOf(kept: unknown): { canonical: unknown; source: unknown; value: Fixed }[] {
  if (!isJsonObject(kept) || kept['dimension'] !== 'volume') return []
  const { canonical, source, si } = kept
  return typeof si === 'string' && isDecimalText(si) ? [{ canonical, source, value: parseFixed(si) }] : []
}

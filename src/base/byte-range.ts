import type { ByteRange } from './blob-backend.ts'

/**
 * The part that a `Range` header asks of `size` bytes: null for all of them (no header, another unit, several parts),
 * 'none' when there are no such bytes. `byteRange('bytes=-5', 10)` → `{from: 5, to: 9}`.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = found ?? []
  if (!found || (first === '' && last === '')) return null
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'none' : { from: size - count, to: size - 1 }
  }
  const from = Number(first)
  if (from >= size) return 'none'
  if (last === '') return { from, to: size - 1 }
  return Number(last) < from ? null : { from, to: Math.min(Number(last), size - 1) }
}

import { validationFailed } from '../auth-error.ts'

const seconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }
const longest = 200 * 365 * 24 * 3600

/** Seconds of a duration such as `24h` or `1h30m`; null for `none`, which ends a ban. 400 for anything else. */
export function parseBan(text: string): number | null {
  if (text === 'none') return null
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,6})?)(ms|[hms])/g)]
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (seconds[unit ?? ''] ?? 0), 0)
  if (parts.map(([part]) => part).join('') !== text || total <= 0 || total > longest)
    throw validationFailed(`invalid format for ban duration: "${text.slice(0, 40)}"`)
  return total
}

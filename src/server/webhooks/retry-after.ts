const minute = 60
const hour = 60 * minute

/** Seconds from one try to the next: nine tries within two days. */
export const retrySchedule: readonly number[] = [
  ...([5, 30, 5 * minute, 30 * minute, 2 * hour] as const),
  ...([6 * hour, 12 * hour, 24 * hour] as const),
]

/** A webhook that only fails for this long is turned off, in seconds. */
export const patience = 3 * 24 * hour

/**
 * Seconds until the try after `attempts` failed ones, a tenth more or less so that not all come at once; null when there
 * is none left.
 */
export function retryAfter(attempts: number, chance = Math.random()): number | null {
  const seconds = retrySchedule[attempts - 1]
  return seconds === undefined ? null : seconds * (0.9 + chance * 0.2)
}

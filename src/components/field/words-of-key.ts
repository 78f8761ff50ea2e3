/** A key as words, which the product may know in other languages: `role_key` → `Role key`. */
export const wordsOfKey = (key: string): string =>
  `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`

/** Whether this is a moment as JSON holds it: `2026-03-01T08:00:00.000Z`. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value)

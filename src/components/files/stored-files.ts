import type { StoredFile } from '#contracts/api/files.ts'

/** The files a value of a file or picture field holds: one, several, or none. */
export function storedFiles(value: unknown): StoredFile[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(isStoredFile)
}

const isStoredFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string'

/** A size in the units people know: `2.4 MB`. */
export function fileSize(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  let size = bytes
  let at = 0
  while (size >= 1000 && at < units.length - 1) {
    size /= 1000
    at += 1
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[at],
    unitDisplay: 'short',
    maximumFractionDigits: size < 10 && at > 1 ? 1 : 0,
  }).format(size)
}

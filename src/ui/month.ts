import type { Region } from './format.ts'

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** Whether a text is a month as the product writes it: `2026-05`. */
export const isMonth = (text: string): boolean => monthPattern.test(text)

/** A month in the reader's words: `('2026-05', { locale: 'en' })` → `'May 2026'`. */
export const formatMonth = (month: string, { locale }: Region): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

import type { FieldDescription } from '#contracts/model-description.ts'
import type { Region } from '#ui/format.ts'
import { fieldReadingOf, type ReadValue } from './field-readings.ts'

export type { ReadValue } from './field-readings.ts'

/**
 * Reads a text, as typed over a cell or pasted from a spreadsheet, as the value of a field: `'1.234,50'` in German is
 * `'1234.50'`. An empty text clears. Relations, people and files cannot be read from text.
 */
export function valueFromText(text: string, field: FieldDescription, region: Region): ReadValue {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, value: null }
  return fieldReadingOf(field.type)(trimmed, field, region, text)
}

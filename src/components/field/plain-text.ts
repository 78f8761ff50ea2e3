import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import type { Region } from '#ui/format.ts'
import { isEmptyValue } from './field-traits.ts'
import { fieldWordsOf } from './field-words.ts'

/**
 * A value as words, for the clipboard and for screen readers. Numbers carry the reader's decimal mark and no grouping,
 * so that a spreadsheet reads them as numbers.
 */
export function plainText(
  value: unknown,
  field: FieldDescription,
  row: Row | undefined,
  region: Region,
): string {
  if (isEmptyValue(value)) return ''
  if (Array.isArray(value) && field.type !== 'file' && field.type !== 'image') {
    return value.map((one) => plainText(one, field, row, region)).join(', ')
  }
  return fieldWordsOf(field.type)(value, field, row, region)
}

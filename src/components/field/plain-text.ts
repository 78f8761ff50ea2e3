import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { formatDate, formatDateTime, type Region } from '#ui/format.ts'
import { editableDecimal } from '#ui/parse-decimal.ts'
import { t } from '#ui/translate.ts'
import { storedFiles } from '../files/stored-files.ts'
import { decimalOf, isEmptyValue, isNumeric, isRow, optionsOf, titleOf } from './field-traits.ts'

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
  if (isNumeric(field.type)) return editableDecimal(decimalOf(value) ?? '', region.locale)
  if (Array.isArray(value) && field.type !== 'file' && field.type !== 'image') {
    return value.map((one) => plainText(one, field, row, region)).join(', ')
  }
  switch (field.type) {
    case 'boolean':
      return value === true ? t('Yes') : t('No')
    case 'date':
      return typeof value === 'string' ? formatDate(value, region) : ''
    case 'datetime':
      return typeof value === 'string' ? formatDateTime(value, region) : ''
    case 'select':
    case 'multi_select':
      return optionsOf(field).find((option) => option.value === value)?.label ?? String(value)
    case 'relation':
    case 'user':
      return titleOf(value, field, row) ?? (typeof value === 'string' ? value : '')
    case 'file':
    case 'image':
      return storedFiles(value)
        .map((file) => file.name)
        .join(', ')
    default:
      return isRow(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  }
}

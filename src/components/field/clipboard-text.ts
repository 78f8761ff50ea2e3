import { addressLine, addressParts, isAddress } from '#contracts/address.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { parseAddressLine } from '#contracts/parse-address-line.ts'
import type { Row } from '#contracts/query.ts'
import { editableDay } from '#ui/day.ts'
import type { Region } from '#ui/format.ts'
import { editableMoment } from '#ui/moment.ts'
import { isEmptyValue } from './field-traits.ts'
import { plainText } from './plain-text.ts'

/**
 * A value as a spreadsheet takes it, so that another cell reads the same value from it: days and moments in digits, lists
 * with semicolons, an address in one line where its parts come back from that, else as data.
 */
export function clipboardText(
  value: unknown,
  field: FieldDescription,
  row: Row | undefined,
  region: Region,
): string {
  if (isEmptyValue(value)) return ''
  if (typeof value === 'string' && field.type === 'date') return editableDay(value, region.locale)
  if (typeof value === 'string' && field.type === 'datetime') return editableMoment(value, region)
  if (field.type === 'address' && isAddress(value)) {
    const line = addressLine(value)
    const again = parseAddressLine(line)
    return addressParts.every((part) => again[part] === value[part]) ? line : JSON.stringify(value)
  }
  if (Array.isArray(value) && field.type !== 'file' && field.type !== 'image')
    return value.map((one) => plainText(one, field, row, region)).join('; ')
  return plainText(value, field, row, region)
}

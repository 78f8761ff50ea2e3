import type { FieldDescription } from '#contracts/model-description.ts'
import { useTranslate } from '#ui/translate.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import { fieldViewOf } from '../field/field-views.ts'

/** A value of a version in a line, as its field draws it; nothing says so. */
export function VersionValue({ field, value }: { field: FieldDescription; value: unknown }) {
  const t = useTranslate()
  const { cell: Cell } = fieldViewOf(field.type)
  return isEmptyValue(value) ? t('empty') : <Cell value={value} field={field} />
}

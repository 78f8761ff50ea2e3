import { Suspense } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'
import type { Choice } from './condition.ts'
import styles from './filter-chips.module.css'

/** A value of a condition while it is written. */
export interface ConditionValueProps {
  field: FieldDescription
  choice: Choice
  value: unknown
  onChange: (value: unknown) => void
}

/** The value of a condition, in the input of the field's own type. */
export function ConditionValue({ field, choice, value, onChange }: ConditionValueProps) {
  const t = useTranslate()
  if (choice === 'empty' || choice === 'filled') return null
  if (field.type === 'boolean') {
    return (
      <SelectField
        label={t('Value')}
        value={typeof value === 'boolean' ? String(value) : ''}
        placeholder={t('Choose …')}
        options={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
        onChange={(next) => onChange(next === '' ? null : next === 'true')}
      />
    )
  }
  const asked = askedAs(field, choice)
  const { input: Input } = fieldViewOf(asked.type)
  const pair = Array.isArray(value) ? (value as unknown[]) : [null, null]
  return (
    <Suspense fallback={<Skeleton height={32} />}>
      {choice === 'between' ? (
        <div className={styles.between}>
          <Input
            field={asked}
            label={t('From')}
            value={pair[0]}
            onChange={(from) => onChange([from, pair[1]])}
          />
          <Input field={asked} label={t('To')} value={pair[1]} onChange={(to) => onChange([pair[0], to])} />
        </div>
      ) : (
        <Input field={asked} label={t('Value')} value={value} onChange={onChange} />
      )}
    </Suspense>
  )
}

/** The type in which a value is asked for: several of a choice for "one of", a day for a moment, a line for a text. */
function askedAs(field: FieldDescription, choice: Choice): FieldDescription {
  const plain = { ...field, required: false, max_length: undefined }
  const oneOf = field.type === 'select' || field.type === 'status'
  if (field.currencies) {
    if (choice === 'contains') return { ...plain, type: 'select', options: field.currencies }
    const { currencies: _many, ...amount } = plain
    return amount
  }
  if (choice === 'in' || choice === 'nin')
    return oneOf ? { ...plain, type: 'multi_select' } : { ...plain, many: true }
  if (field.type === 'multi_select') return { ...plain, type: 'select' }
  if (field.type === 'datetime') return { ...plain, type: 'date' }
  if (
    field.type === 'long_text' ||
    field.type === 'markdown' ||
    field.type === 'email' ||
    field.type === 'url' ||
    field.type === 'sequence' ||
    field.type === 'address'
  )
    return { ...plain, type: 'text' }
  return { ...plain, many: false }
}

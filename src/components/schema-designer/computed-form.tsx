import type { FormulaCheck } from '#contracts/calculation.ts'
import type { ComputedField } from '#contracts/computed-field.ts'
import { fieldTypeOf, fieldTypes, type FieldType } from '#contracts/field-types.ts'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './schema-designer.module.css'

interface ComputedFormProps {
  field: ComputedField
  result: FormulaCheck['result']
  wrong: string | undefined
  set: (change: Partial<ComputedField>) => void
}

/** Types a number can be shown as, and a text. */
const forms: Partial<Record<string, FieldType[]>> = {
  decimal: ['decimal', 'money', 'percent'],
  number: ['number', 'integer', 'duration', 'rating'],
}

/** How the outcome shows: as what, with which digits, currency or unit. A lookup shows as the field it takes. */
export function ComputedForm({ field, result, wrong, set }: ComputedFormProps) {
  const t = useTranslate()
  if (field.type === 'lookup' || (!result && !wrong)) return null
  const shown = field.result ?? result?.type
  const numeric = shown !== undefined && ['decimal', 'number'].includes(fieldTypeOf(shown).value)
  if (!numeric) return null
  const digits = fieldTypeOf(shown).value === 'decimal'
  return (
    <>
      <SelectField
        label={t('Shown as')}
        value={field.result ?? ''}
        placeholder={t('What comes out')}
        onChange={(next) => set({ result: next === '' ? undefined : (next as FieldType) })}
        options={[...(forms.decimal ?? []), ...(forms.number ?? [])].map((type) => ({
          value: type,
          label: t(fieldTypes[type].label),
        }))}
        error={wrong}
      />
      <div className={styles.pair}>
        {digits && (
          <NumberField
            label={t('Digits after the point')}
            value={field.scale === undefined ? '' : String(field.scale)}
            onChange={(text) => set({ scale: text === '' ? undefined : Math.trunc(Number(text)) })}
            step="1"
          />
        )}
        {shown === 'money' ? (
          <TextField
            label={t('Currency')}
            value={field.currency ?? ''}
            placeholder={result?.currency ?? 'EUR'}
            maxLength={3}
            onChange={(currency) => set({ currency: currency === '' ? undefined : currency.toUpperCase() })}
          />
        ) : (
          <TextField
            label={t('Unit')}
            value={field.unit ?? ''}
            onChange={(unit) => set({ unit: unit === '' ? undefined : unit })}
            maxLength={40}
          />
        )}
      </div>
    </>
  )
}

import { Suspense } from 'react'
import type { Json } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { hasLength, hasMany, hasOptions, hasRange, hasScale } from './field-draft.ts'
import { OptionsEditor } from './options-editor.tsx'
import styles from './schema-designer.module.css'

interface FieldPartProps {
  field: Field
  set: (change: Partial<Field>) => void
}

const currencies = ['EUR', 'CHF', 'GBP', 'USD', 'PLN', 'CZK', 'SEK', 'NOK', 'DKK', 'CAD', 'AUD', 'JPY']

/** What only some types have: choices, currency, digits, limits, the model linked to. */
export function FieldSpecifics({ field, set }: FieldPartProps) {
  const t = useTranslate()
  const { type } = field
  const whole = (text: string): number | undefined => (text === '' ? undefined : Math.trunc(Number(text)))
  // Limits of exact types travel as text, so that no digit is lost.
  const limit = (text: string): number | string | undefined =>
    text === '' ? undefined : hasScale(type) ? text : Number(text)
  return (
    <>
      {hasOptions(type) && (
        <OptionsEditor options={field.options ?? []} onChange={(options) => set({ options })} />
      )}
      {type === 'relation' && <TargetField field={field} set={set} />}
      {hasMany(type) && (
        <Checkbox label={t('Several')} checked={field.many === true} onChange={(many) => set({ many })} />
      )}
      {(type === 'money' || hasScale(type)) && (
        <div className={styles.pair}>
          {type === 'money' && (
            <SelectField
              label={t('Currency')}
              value={field.currency ?? ''}
              onChange={(currency) => set({ currency })}
              options={[...new Set([...currencies, ...(field.currency ? [field.currency] : [])])].map(
                (code) => ({ value: code, label: code }),
              )}
            />
          )}
          <NumberField
            label={t('Digits after the point')}
            value={field.scale === undefined ? '' : String(field.scale)}
            onChange={(text) => set({ scale: whole(text) })}
            step="1"
          />
        </div>
      )}
      {hasRange(type) && (
        <div className={styles.triple}>
          {type !== 'money' && type !== 'percent' && (
            <TextField
              label={t('Unit')}
              value={field.unit ?? ''}
              onChange={(unit) => set({ unit: unit === '' ? undefined : unit })}
              maxLength={40}
            />
          )}
          <NumberField
            label={t('At least')}
            value={field.min === undefined ? '' : String(field.min)}
            onChange={(text) => set({ min: limit(text) })}
          />
          <NumberField
            label={t('At most')}
            value={field.max === undefined ? '' : String(field.max)}
            onChange={(text) => set({ max: limit(text) })}
          />
        </div>
      )}
      {hasLength(type) && (
        <div className={styles.pair}>
          <NumberField
            label={t('Characters at most')}
            value={field.max_length === undefined ? '' : String(field.max_length)}
            onChange={(text) => set({ max_length: whole(text) })}
          />
          {type === 'text' && (
            <TextField
              label={t('Pattern')}
              placeholder="[A-Z]{2}-[0-9]+"
              value={field.pattern ?? ''}
              onChange={(pattern) => set({ pattern: pattern === '' ? undefined : pattern })}
              spellCheck={false}
            />
          )}
        </div>
      )}
    </>
  )
}

function TargetField({ field, set }: FieldPartProps) {
  const t = useTranslate()
  const models = useModels()
  return (
    <SelectField
      label={t('Links to')}
      required
      value={field.target ?? ''}
      placeholder={t('Choose …')}
      onChange={(target) => set({ target })}
      options={(models.data ?? []).map(({ key, label }) => ({ value: key, label }))}
      error={models.error ? t('The models could not be read.') : undefined}
    />
  )
}

/** What a new record begins with, in the field's own input. */
export function FieldDefault({ field, set }: FieldPartProps) {
  const t = useTranslate()
  const { input: Input } = fieldViewOf(field.type)
  const described: FieldDescription = {
    ...field,
    required: false,
    read_only: false,
    operators: [],
    sortable: false,
    groupable: false,
    aggregates: [],
  }
  return (
    <Suspense fallback={<Skeleton height={56} />}>
      <Input
        field={described}
        label={field.type === 'boolean' ? t('Ticked at first') : t('Begins with')}
        value={field.default ?? null}
        onChange={(value: unknown) =>
          set({ default: value === null || value === undefined ? undefined : (value as Json) })
        }
      />
    </Suspense>
  )
}

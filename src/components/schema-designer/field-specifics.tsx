import { Suspense, useState } from 'react'
import { hasSetting } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { asDescription } from '../field/as-description.ts'
import { CurrencyFields } from './currency-fields.tsx'
import { hasLength, hasMany, hasOptions, hasRange, hasScale, withOptions } from './field-draft.ts'
import { OptionsEditor } from './options-editor.tsx'
import styles from './schema-designer.module.css'
import { TransitionsEditor } from './transitions-editor.tsx'

interface FieldPartProps {
  field: Field
  set: (change: Partial<Field>) => void
}

interface FieldSpecificsProps extends FieldPartProps {
  /** The other fields of the record. */
  others: readonly Field[]
}

/** What only some types have: choices, steps, currency, digits, limits, the model linked to. */
export function FieldSpecifics({ field, others, set }: FieldSpecificsProps) {
  const { type } = field
  return (
    <>
      {hasOptions(type) && (
        <OptionsEditor
          options={field.options ?? []}
          onChange={(options) => set(withOptions(field, options))}
        />
      )}
      {hasSetting(type, 'transitions') && <TransitionsEditor field={field} set={set} />}
      {hasSetting(type, 'numbering') && <NumberingField field={field} set={set} />}
      {type === 'relation' && <TargetField field={field} set={set} />}
      {hasMany(type) && <ManyField field={field} set={set} />}
      {hasScale(type) && <DigitsFields field={field} others={others} set={set} />}
      {type === 'rating' ? (
        <StarsField field={field} set={set} />
      ) : (
        hasRange(type) && <RangeFields field={field} set={set} />
      )}
      {hasLength(type) && <LengthFields field={field} set={set} />}
    </>
  )
}

const whole = (text: string): number | undefined => (text === '' ? undefined : Math.trunc(Number(text)))

function NumberingField({ field, set }: FieldPartProps) {
  const t = useTranslate()
  const pattern = field.numbering ?? ''
  const [day] = useState(() => new Date())
  const shown = pattern
    .replace('{yyyy}', String(day.getFullYear()))
    .replace('{yy}', String(day.getFullYear()).slice(-2))
    .replace('{mm}', String(day.getMonth() + 1).padStart(2, '0'))
    .replace('{dd}', String(day.getDate()).padStart(2, '0'))
    .replace(/\{(0+)\}/, (_all, zeros: string) => '7'.padStart(zeros.length, '0'))
  return (
    <TextField
      label={t('Numbers look like')}
      help={t(
        'For example {{example}}. {0000} counts, {yyyy}, {yy}, {mm} and {dd} are the day it is given. Counting begins anew whenever the rest changes; deleted records leave a gap.',
        { example: shown },
      )}
      required
      value={pattern}
      maxLength={100}
      spellCheck={false}
      onChange={(numbering) => set({ numbering })}
    />
  )
}

function ManyField({ field, set }: FieldPartProps) {
  const t = useTranslate()
  return (
    <>
      <Checkbox label={t('Several')} checked={field.many === true} onChange={(many) => set({ many })} />
      {field.type === 'relation' && (
        <TextField
          label={t('On the other side')}
          help={t(
            'What these records are called on the screen of the record they link to; empty: not shown there.',
          )}
          value={field.inverse ?? ''}
          maxLength={200}
          onChange={(inverse) => set({ inverse: inverse === '' ? undefined : inverse })}
        />
      )}
    </>
  )
}

function DigitsFields({ field, others, set }: FieldSpecificsProps) {
  const t = useTranslate()
  return (
    <>
      {field.type === 'money' && <CurrencyFields field={field} others={others} set={set} />}
      <NumberField
        label={t('Digits after the point')}
        value={field.scale === undefined ? '' : String(field.scale)}
        onChange={(text) => set({ scale: whole(text) })}
        step="1"
      />
    </>
  )
}

function StarsField({ field, set }: FieldPartProps) {
  const t = useTranslate()
  return (
    <SelectField
      label={t('Stars at most')}
      value={String(field.max ?? 5)}
      onChange={(most) => set({ max: Number(most) })}
      options={[3, 4, 5, 6, 7, 8, 9, 10].map((most) => ({ value: String(most), label: String(most) }))}
    />
  )
}

function RangeFields({ field, set }: FieldPartProps) {
  const t = useTranslate()
  const { type, min, max } = field
  // The field's own input, without the limits that are being set.
  const { min: _min, max: _max, ...open } = asDescription(field)
  const { input: Input } = fieldViewOf(type)
  const plain = hasSetting(type, 'unit') || hasScale(type)
  // Limits of exact types travel as text, so that no digit is lost.
  const limit = (text: string): number | string | undefined =>
    text === '' ? undefined : hasScale(type) ? text : Number(text)
  const limitOf = (value: unknown): number | string | undefined =>
    typeof value === 'number' || typeof value === 'string' ? value : undefined
  return (
    <div className={styles.triple}>
      {hasSetting(type, 'unit') && (
        <TextField
          label={t('Unit')}
          value={field.unit ?? ''}
          onChange={(unit) => set({ unit: unit === '' ? undefined : unit })}
          maxLength={40}
        />
      )}
      {plain ? (
        <>
          <NumberField
            label={t('At least')}
            value={min === undefined ? '' : String(min)}
            onChange={(text) => set({ min: limit(text) })}
          />
          <NumberField
            label={t('At most')}
            value={max === undefined ? '' : String(max)}
            onChange={(text) => set({ max: limit(text) })}
          />
        </>
      ) : (
        <Suspense fallback={<Skeleton height={56} />}>
          <Input
            field={open}
            label={t('At least')}
            value={min ?? null}
            onChange={(value) => set({ min: limitOf(value) })}
          />
          <Input
            field={open}
            label={t('At most')}
            value={max ?? null}
            onChange={(value) => set({ max: limitOf(value) })}
          />
        </Suspense>
      )}
    </div>
  )
}

function LengthFields({ field, set }: FieldPartProps) {
  const t = useTranslate()
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label={t('Characters at least')}
          value={field.min_length === undefined ? '' : String(field.min_length)}
          onChange={(text) => set({ min_length: whole(text) })}
        />
        <NumberField
          label={t('Characters at most')}
          value={field.max_length === undefined ? '' : String(field.max_length)}
          onChange={(text) => set({ max_length: whole(text) })}
        />
      </div>
      {hasSetting(field.type, 'pattern') && (
        <TextField
          label={t('Pattern')}
          placeholder="[A-Z]{2}-[0-9]+"
          value={field.pattern ?? ''}
          onChange={(pattern) => set({ pattern: pattern === '' ? undefined : pattern })}
          spellCheck={false}
        />
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

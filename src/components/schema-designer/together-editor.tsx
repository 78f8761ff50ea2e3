import type { Field } from '#contracts/field.ts'
import { fieldTypeOf, hasSetting } from '#contracts/field-types.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { MultiSelectInput } from '../field/inputs/multi-select-input.tsx'
import { asDescription } from '../field/as-description.ts'
import styles from './schema-designer.module.css'

interface TogetherEditorProps {
  fields: readonly Field[]
  sets: readonly (readonly string[])[]
  onChange: (sets: string[][]) => void
}

const comparable = new Set([
  'relation',
  'user',
  'select',
  'status',
  'boolean',
  'datetime',
  'duration',
  'rating',
  'colour',
])

/** Fields that are unique together: a number that may repeat, but not within one project. */
export function TogetherEditor({ fields, sets, onChange }: TogetherEditorProps) {
  const t = useTranslate()
  const possible = fields.filter(
    (field) =>
      (comparable.has(field.type) || hasSetting(field.type, 'unique')) &&
      !fieldTypeOf(field.type).assigned &&
      !field.many &&
      !field.currencies,
  )
  const options = possible.map(({ key, label }) => ({ value: key, label }))
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.legend}>{t('Unique together')}</legend>
      {sets.map((keys, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- sets have no other name and never move
        <div key={at} className={styles.together}>
          <MultiSelectInput
            field={asDescription({ key: 'together', label: '', type: 'multi_select', options })}
            label={t('Fields that are unique together, {{number}}', { number: at + 1 })}
            hideLabel
            value={[...keys]}
            onChange={(next) => onChange(sets.map((set, other) => (other === at ? textsOf(next) : [...set])))}
          />
          <Button
            size="compact"
            variant="ghost"
            icon="trash"
            onClick={() => onChange(sets.filter((_set, other) => other !== at).map((set) => [...set]))}
          >
            {t('Remove')}
          </Button>
        </div>
      ))}
      <Button
        size="compact"
        variant="ghost"
        icon="plus"
        disabled={possible.length < 2}
        onClick={() => onChange([...sets.map((set) => [...set]), []])}
      >
        {t('Add a set of fields')}
      </Button>
    </fieldset>
  )
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').slice(0, 5) : []

import { Suspense } from 'react'
import type { Json } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { asDescription } from '../field/as-description.ts'
import styles from './schema-designer.module.css'

interface FieldDefaultProps {
  field: Field
  set: (change: Partial<Field>) => void
}

/** What a new record begins with: a value in the field's own input, or an expression that is worked out. */
export function FieldDefault({ field, set }: FieldDefaultProps) {
  const t = useTranslate()
  const { input: Input } = fieldViewOf(field.type)
  const given = field.default
  const worked = isExpression(given)
  return (
    <div className={styles.default}>
      {worked ? (
        <TextField
          label={t('Begins with')}
          help={t('Fields by their keys, today(), user.id: quantity * 2')}
          value={given['=']}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          onChange={(text) => set({ default: { '=': text } })}
        />
      ) : (
        <Suspense fallback={<Skeleton height={56} />}>
          <Input
            field={asDescription(field)}
            label={field.type === 'boolean' ? t('Ticked at first') : t('Begins with')}
            value={given ?? null}
            stored={null}
            onChange={(value: unknown) =>
              set({ default: value === null || value === undefined ? undefined : (value as Json) })
            }
          />
        </Suspense>
      )}
      <RadioGroup
        label={t('What it begins with')}
        hideLabel
        look="segments"
        value={worked ? 'expression' : 'value'}
        onChange={(kind) => set({ default: kind === 'expression' ? { '=': '' } : undefined })}
        options={[
          { value: 'value', label: t('A value') },
          { value: 'expression', label: t('Worked out') },
        ]}
      />
    </div>
  )
}

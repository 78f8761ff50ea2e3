import { Suspense, useState } from 'react'
import { fieldTypes } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FieldValue } from '../field/field-value.tsx'
import { fieldViewOf } from '../field/field-views.ts'
import { asDescription } from '../field/as-description.ts'
import styles from './schema-designer.module.css'

/** The field as it will be in a form, to try, and how what was written shows elsewhere. Nothing is saved. */
export function FieldPreview({ field }: { field: Field }) {
  const t = useTranslate()
  const [value, setValue] = useState<unknown>(null)
  const { input: Input } = fieldViewOf(field.type)
  const described = asDescription(field)
  if (field.type === 'relation' && !field.target) return null
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.legend}>{t('Try it')}</legend>
      {field.type === 'sequence' ? (
        <p className={styles.hint}>{t('It is given by itself when a record is made.')}</p>
      ) : (
        <Suspense fallback={<Skeleton height={56} />}>
          <Input
            key={field.type}
            field={described}
            label={field.label || t(fieldTypes[field.type].label)}
            help={field.description}
            required={field.required === true}
            value={value}
            stored={null}
            onChange={setValue}
          />
        </Suspense>
      )}
      {value !== null && (
        <div className={styles.shown}>
          <FieldValue field={described} value={value} />
        </div>
      )}
    </fieldset>
  )
}

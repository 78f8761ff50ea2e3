import { Suspense } from 'react'
import type { Json } from '#base/json.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { ExpressionControl, HowGiven } from './expression-control.tsx'
import styles from './workflow-designer.module.css'

interface ValuesControlProps {
  label: string
  model: string
  value: Readonly<Record<string, Json>>
  onChange: (value: Record<string, Json>) => void
}

/** Values for fields of a model: each as it is, in the field's own input, or worked out. */
export function ValuesControl({ label, model, value, onChange }: ValuesControlProps) {
  const t = useTranslate()
  const description = useModel(model === '' ? null : model)
  if (model === '') return <p className={styles.hint}>{t('Choose the model first.')}</p>
  if (!description.data) return description.error ? null : <Skeleton lines={2} />
  const fields = description.data.fields.filter(({ read_only }) => !read_only)
  const rest = fields.filter(({ key }) => !Object.hasOwn(value, key))
  const put = (key: string, next: Json): void => onChange({ ...value, [key]: next })
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {Object.entries(value).map(([key, given]) => (
        <ValueLine
          key={key}
          field={fields.find((field) => field.key === key)}
          name={key}
          value={given}
          onChange={(next) => put(key, next)}
          onRemove={() =>
            onChange(Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)))
          }
        />
      ))}
      {rest.length > 0 && (
        <Combobox
          label={t('Add a field')}
          value=""
          options={rest.map((field) => ({ value: field.key, label: field.label }))}
          onChange={(key) => key !== '' && put(key, null)}
        />
      )}
    </fieldset>
  )
}

function ValueLine({
  field,
  name,
  value,
  onChange,
  onRemove,
}: {
  field: FieldDescription | undefined
  name: string
  value: Json
  onChange: (value: Json) => void
  onRemove: () => void
}) {
  const t = useTranslate()
  const label = field?.label ?? name
  const worked = isExpression(value) || !field
  const Input = field && fieldViewOf(field.type).input
  return (
    <div className={styles.either}>
      <div className={styles.withButton}>
        {worked || !Input ? (
          <ExpressionControl label={label} value={value} onChange={(next) => onChange(next as Json)} />
        ) : (
          <Suspense fallback={<Skeleton height={56} />}>
            <Input
              field={{ ...field, required: false }}
              label={label}
              value={value}
              onChange={(next) => onChange((next ?? null) as Json)}
            />
          </Suspense>
        )}
        <IconButton
          icon="x"
          size="compact"
          label={t('Leave out {{name}}', { name: label })}
          onClick={onRemove}
        />
      </div>
      {field && (
        <HowGiven
          label={label}
          worked={worked}
          onChange={(next) => onChange(next ? { '=': '' } : null)}
          t={t}
        />
      )}
    </div>
  )
}

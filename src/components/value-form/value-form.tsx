import { useEffect, useMemo, useState } from 'react'
import { canonicalJson, type Json } from '#base/json.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { useTranslate } from '#ui/translate.ts'
import { Unread } from '../form/unread.tsx'
import type { ViewProps } from '../view-props.ts'
import { askedFields, knownValues, type AskedField } from './asked-fields.ts'
import type { valueForm } from './value-form.definition.ts'
import styles from './value-form.module.css'

type Given = Readonly<Record<string, string | boolean>>

/** One input for each value a record declares; it draws nothing where none is asked. */
export function ValueForm({ props, emit, expose, pending }: ViewProps<typeof valueForm>) {
  const { label, model, id, field } = props
  const t = useTranslate()
  const answer = useQuery(
    id === null || pending
      ? null
      : { model, where: { field: 'id', op: 'eq', value: id }, fields: [field], page: { size: 1 } },
    { keep: true },
  )
  const declared = answer.data?.rows[0]?.[field] as Json | undefined
  const fields = useMemo(() => askedFields(declared), [declared])
  // What the layout binds, and another record, count anew; in between it is what was given here.
  const of = `${id ?? ''} ${canonicalJson(props.values ?? null)}`
  const [given, setGiven] = useState<{ of: string; values: Given }>({ of, values: {} })
  const own = given.of === of ? given.values : {}
  const values: Given = { ...knownValues(fields, props.values), ...own }
  const written = canonicalJson(values)
  useEffect(() => expose('values', JSON.parse(written) as Json), [expose, written])
  const give = (key: string, value: string | boolean): void => {
    const next = { ...own, [key]: value }
    setGiven({ of, values: next })
    void emit('changed', { values: { ...values, [key]: value } })
  }
  if (id === null) return null
  if (answer.error && !answer.data) return <Unread answer={answer} />
  if (answer.isPending || pending) return <Skeleton lines={1} />
  if (fields.length === 0) return <p className={styles.none}>{t('Nothing to fill in')}</p>
  return (
    <fieldset className={styles.form} aria-label={label}>
      {fields.map((one) => (
        <ValueInput
          key={one.key}
          field={one}
          value={values[one.key] ?? one.default}
          onChange={(value) => give(one.key, value)}
        />
      ))}
    </fieldset>
  )
}

function ValueInput({
  field: { label, kind, unit, choices },
  value,
  onChange,
}: {
  field: AskedField
  value: string | boolean
  onChange: (value: string | boolean) => void
}) {
  if (kind === 'bool') return <Switch label={label} checked={value === true} onChange={onChange} />
  if (kind === 'choice')
    return <SelectField label={label} value={String(value)} onChange={onChange} options={choices} />
  return <NumberField label={label} value={String(value)} onChange={onChange} unit={unit || undefined} />
}

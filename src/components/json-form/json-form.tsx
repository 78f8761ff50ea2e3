import { useState } from 'react'
import { canonicalJson, type Json, type JsonObject } from '#base/json.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { Unread } from '../form/unread.tsx'
import type { ViewProps } from '../view-props.ts'
import { changed, setsIn, textOf, valueOf, type ValueField } from './form-values.ts'
import type { jsonForm } from './json-form.definition.ts'
import styles from './json-form.module.css'

/** The values of a structured field as inputs, saved together. */
export function JsonForm({ props, emit, pending }: ViewProps<typeof jsonForm>) {
  const { label, model, id, field, list, values: fields, editable } = props
  const t = useTranslate()
  const writes = useRecordWrites(model)
  const answer = useQuery(
    id === null || pending
      ? null
      : { model, where: { field: 'id', op: 'eq', value: id }, fields: [field], page: { size: 1 } },
  )
  const stored = answer.data?.rows[0]?.[field] as Json | undefined
  const of = canonicalJson(stored ?? null)
  const [draft, setDraft] = useState<{ of: string; sets: JsonObject[] }>({ of: '', sets: [] })
  const sets = draft.of === of ? draft.sets : setsIn(stored, list)
  const put = (next: JsonObject[]): void => setDraft({ of, sets: next })
  const { busy, act } = useAct(() => undefined)
  const value: Json = list ? sets : (sets[0] ?? {})
  const dirty =
    canonicalJson(value) !== canonicalJson(list ? setsIn(stored, true) : (setsIn(stored, false)[0] ?? {}))
  if (id === null) return null
  if (answer.error && !answer.data) return <Unread answer={answer} />
  if (answer.isPending || pending) return <Skeleton lines={3} />
  const save = (): Promise<unknown> =>
    act(async () => {
      await writes.update(id, { [field]: value }, { [field]: stored ?? null })
      await emit('saved')
    })
  return (
    <fieldset className={styles.form} aria-label={label} disabled={!editable}>
      {sets.map((set, at) => (
        <div key={at} className={list ? styles.row : styles.grid}>
          {fields.map((one) => (
            <ValueInput
              key={one.key}
              field={one}
              value={set[one.key]}
              onChange={(text) => put(sets.with(at, changed(set, one, valueOf(one, text), fields)))}
            />
          ))}
          {list && editable && (
            <IconButton
              icon="trash"
              label={t('Remove row {{number}}', { number: at + 1 })}
              onClick={() => put(sets.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {editable && (
        <div className={styles.bar}>
          {list && (
            <Button icon="plus" onClick={() => put([...sets, {}])}>
              {t('Add row')}
            </Button>
          )}
          <Button variant="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function ValueInput({
  field: { label, kind, unit, empty, choices = [], choices_of: of },
  value,
  onChange,
}: {
  field: ValueField
  value: Json | undefined
  onChange: (text: string) => void
}) {
  const shared = { label, value: textOf(value), onChange }
  if (kind === 'choice' && of) return <RecordSelect {...shared} of={of} />
  if (kind === 'choice') return <SelectField {...shared} options={choices} />
  if (kind === 'text') return <TextField {...shared} />
  return (
    <NumberField
      {...shared}
      {...(unit && { unit })}
      {...(empty && { placeholder: empty })}
      {...(kind === 'whole' && { maxDigits: 0 })}
    />
  )
}

/** The records that a choice is made of; what is kept stays in sight where its record is gone. */
function RecordSelect({
  of: { model, value: key, title },
  ...shared
}: { label: string; value: string; onChange: (text: string) => void } & {
  of: NonNullable<ValueField['choices_of']>
}) {
  const t = useTranslate()
  const { data } = useQuery({
    model,
    fields: [key, title],
    sort: [{ field: title, dir: 'asc' }],
    page: { size: 500 },
  })
  const options = (data?.rows ?? []).map((row) => ({ value: wordOf(row[key]), label: t(wordOf(row[title])) }))
  const isListed = shared.value === '' || options.some(({ value }) => value === shared.value)
  const all = isListed ? options : [{ value: shared.value, label: shared.value }, ...options]
  return <SelectField {...shared} options={all} placeholder={t('Choose one')} />
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

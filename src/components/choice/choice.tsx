import { useEffect, useState } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { Combobox } from '#ui/combobox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { choice } from './choice.definition.ts'
import styles from './choice.module.css'

const most = 500
const shortList = 15

/** One of a list: the platform's own when short, found by typing when long. */
export function Choice({ props, emit, expose, pending }: ViewProps<typeof choice>) {
  const {
    label,
    hide_label,
    options: given,
    model: key,
    value_field,
    where,
    sort,
    placeholder,
    clearable,
  } = props
  const t = useTranslate()
  const model = useModel(key ?? null)
  const title = props.title ?? model.data?.title_field ?? null
  const answer = useQuery(
    key && title && !pending
      ? {
          model: key,
          fields: [...new Set([value_field, title])],
          ...(where && { where }),
          sort: sort ?? [{ field: title, dir: 'asc' }],
          page: { size: most },
        }
      : null,
    { keep: true },
  )
  const records = (answer.data?.rows ?? []).map((row) => ({
    value: String(row[value_field] ?? ''),
    label: String((title && row[title]) ?? row[value_field] ?? ''),
  }))
  const options = key ? records : (given ?? [])
  // What the layout binds counts anew whenever it changes; in between it is what was chosen here.
  const bound = props.value ?? ''
  const [chosen, setChosen] = useState({ of: bound, value: bound })
  const value = chosen.of === bound ? chosen.value : bound
  useEffect(() => expose('value', value === '' ? null : value), [expose, value])
  const choose = (next: string): void => {
    setChosen({ of: bound, value: next })
    void emit('changed', {
      value: next === '' ? null : next,
      label: options.find((option) => option.value === next)?.label ?? null,
    })
  }
  const shared = { label, hideLabel: hide_label, value, onChange: choose, options, className: styles.choice }
  if (options.length > shortList)
    return <Combobox {...shared} clearable={clearable} placeholder={placeholder ?? t('Choose …')} />
  return (
    <SelectField
      {...shared}
      {...((clearable || value === '') && { placeholder: placeholder ?? t('Choose …') })}
    />
  )
}

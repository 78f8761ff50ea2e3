import { useEffect, useState } from 'react'
import { leavePart } from '#engine/routing/hold-part.ts'
import { Combobox, type ComboOption } from '#ui/combobox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { choice } from './choice.definition.ts'
import styles from './choice.module.css'
import { toldApart } from './told-apart.ts'
import { useChoiceOptions } from './use-choice-options.ts'

const shortList = 15

/** One of a list: the platform's own when short, found by typing when long, by the server when very long. */
export function Choice({ props, emit, expose, pending }: ViewProps<typeof choice>) {
  const { label, hide_label, placeholder, clearable, first } = props
  const t = useTranslate()
  // What the layout binds counts anew whenever it changes; in between it is what was chosen here.
  const bound = props.value ?? ''
  const [chosen, setChosen] = useState({ of: bound, value: bound })
  const value = chosen.of === bound ? chosen.value : bound
  const { options, search, valueLabel } = useChoiceOptions({ props, pending }, value)
  useEffect(() => expose('value', value === '' ? null : value), [expose, value])
  const named = options.find((option) => option.value === value)?.label ?? valueLabel ?? null
  useEffect(() => expose('label', named), [expose, named])
  const choose = (next: string, option?: ComboOption | null): void => {
    setChosen({ of: bound, value: next })
    void emit('changed', {
      value: next === '' ? null : next,
      label: option?.label ?? options.find((one) => one.value === next)?.label ?? null,
    })
  }
  const shared = {
    label,
    hideLabel: hide_label,
    value,
    // Mostly it says what the screen is of: changes that would be lost ask first.
    onChange: (...made: Parameters<typeof choose>) => leavePart(() => choose(...made)),
    className: styles.choice,
  }
  if (search || options.length > shortList || first)
    return (
      <Combobox
        {...shared}
        {...(search ? { search, valueLabel: valueLabel ?? '…' } : { options })}
        clearable={clearable}
        placeholder={placeholder ?? t('Choose …')}
      />
    )
  return (
    <SelectField
      {...shared}
      options={toldApart(options)}
      {...((clearable || value === '') && { placeholder: placeholder ?? t('Choose …') })}
    />
  )
}

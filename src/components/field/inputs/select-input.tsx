import { Combobox } from '#ui/combobox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { optionsOf } from '../field-traits.ts'
import { frameOf, type InputProps } from './input-props.ts'

/** One of a list: the platform's own list when short, found by typing when long. */
export function SelectInput(props: InputProps) {
  const t = useTranslate()
  const { field, value, onChange } = props
  const current = typeof value === 'string' ? value : ''
  const known = optionsOf(field).map((option) => ({ value: option.value, label: option.label }))
  // A value that is no option any more stays visible until another is chosen.
  const options =
    current === '' || known.some((option) => option.value === current)
      ? known
      : [...known, { value: current, label: current }]
  const choose = (next: string): void => onChange(next === '' ? null : next)
  if (options.length > 15)
    return <Combobox {...frameOf(props)} value={current} onChange={choose} options={options} />
  return (
    <SelectField
      {...frameOf(props)}
      value={current}
      onChange={choose}
      options={options}
      placeholder={t('Choose …')}
    />
  )
}

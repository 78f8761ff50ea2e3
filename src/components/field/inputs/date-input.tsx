import { DateField } from '#ui/date-field.tsx'
import { frameOf, type InputProps } from './input-props.ts'

/** A day. */
export function DateInput(props: InputProps) {
  const { field, value, onChange } = props
  return (
    <DateField
      {...frameOf(props)}
      value={typeof value === 'string' ? value.slice(0, 10) : ''}
      onChange={(day) => onChange(day === '' ? null : day)}
      {...(typeof field.min === 'string' && { min: field.min })}
      {...(typeof field.max === 'string' && { max: field.max })}
    />
  )
}

import { NumberField } from '#ui/number-field.tsx'
import { currencySign } from '../currency-sign.ts'
import { decimalOf } from '../field-traits.ts'
import { frameOf, type InputProps } from './input-props.ts'

/** A number. `decimal`, `money` and `percent` stay text from key press to database; `number` and `integer` are JSON numbers. */
export function NumberInput(props: InputProps) {
  const { field, value, onChange } = props
  const travelsAsText = field.type === 'decimal' || field.type === 'money' || field.type === 'percent'
  const unit =
    field.type === 'percent'
      ? '%'
      : field.type === 'money' && field.currency
        ? currencySign(field.currency)
        : field.unit
  return (
    <NumberField
      {...frameOf(props)}
      value={decimalOf(value) ?? ''}
      onChange={(text) => onChange(text === '' ? null : travelsAsText ? text : Number(text))}
      unit={unit}
      typed={props.typed}
      {...(field.scale !== undefined && { minDigits: field.scale, maxDigits: 18 })}
    />
  )
}

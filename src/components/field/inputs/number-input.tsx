import { NumberField } from '#ui/number-field.tsx'
import { currencySign } from '../currency-sign.ts'
import { written } from '../draw-cells.tsx'
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
  const { value: digits, minDigits } = written(decimalOf(value) ?? '', { ...field, shown_scale: undefined })
  return (
    <NumberField
      {...frameOf(props)}
      value={digits}
      onChange={(text) => onChange(text === '' ? null : travelsAsText ? text : Number(text))}
      unit={unit}
      typed={props.typed}
      {...(minDigits !== undefined && { minDigits, maxDigits: 18 })}
    />
  )
}

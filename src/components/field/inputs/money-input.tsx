import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { moneyOf } from '../field-traits.ts'
import { frameOf, type InputProps } from './input-props.ts'
import { NumberInput } from './number-input.tsx'
import styles from './inputs.module.css'

/** An amount; where the field takes several currencies, with its own. */
export function MoneyInput(props: InputProps) {
  const t = useTranslate()
  const { field, value, onChange } = props
  if (!field.currencies) return <NumberInput {...props} />
  const known = moneyOf(value)
  const currency = known.currency ?? field.currencies[0] ?? ''
  const { compact, ...frame } = frameOf(props)
  const small = compact ? { compact } : {}
  return (
    <div className={styles.money}>
      <NumberField
        {...frame}
        {...small}
        value={known.amount ?? ''}
        typed={props.typed}
        onChange={(amount) => onChange(amount === '' ? null : { amount, currency })}
        {...(field.scale !== undefined && { minDigits: field.scale, maxDigits: 18 })}
      />
      <SelectField
        label={t('Currency')}
        hideLabel={props.hideLabel === true}
        disabled={props.disabled === true}
        readOnly={props.readOnly === true}
        {...small}
        value={currency}
        onChange={(next) => known.amount !== null && onChange({ amount: known.amount, currency: next })}
        options={[...new Set([...field.currencies, ...(currency === '' ? [] : [currency])])].map((code) => ({
          value: code,
          label: code,
        }))}
      />
    </div>
  )
}

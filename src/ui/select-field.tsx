import type { Ref } from 'react'
import { classes } from './classes.ts'
import control from './control.module.css'
import { Field, splitField, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './select-field.module.css'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  options: readonly SelectOption[]
  /** Shown while the value is `''`; it cannot be chosen back when the field is required. */
  placeholder?: string
  compact?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** One of up to about fifteen; the platform's own list, at once and right on a phone. For more use a Combobox. */
export function SelectField(props: SelectFieldProps) {
  const [frame, own] = splitField(props)
  const { value, onChange, options, placeholder, compact, ref, ...passedOn } = own
  return (
    <Field {...frame}>
      {({ readOnly, disabled, ...carried }) => (
        <div className={classes(control.box, compact && control.compact, styles.box)}>
          <select
            {...passedOn}
            {...carried}
            ref={ref}
            // A native select knows no read-only.
            disabled={disabled || readOnly}
            value={value}
            className={classes(control.input, styles.select, value === '' && styles.none)}
            onChange={(event) => onChange(event.target.value)}
          >
            {placeholder !== undefined && (
              <option value="" disabled={frame.required}>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className={styles.arrow} />
        </div>
      )}
    </Field>
  )
}

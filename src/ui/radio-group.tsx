import { useId, type ReactNode } from 'react'
import { ChoiceText } from './choice-text.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './radio-group.module.css'

export interface RadioOption {
  value: string
  label: string
  help?: ReactNode
  icon?: string
  disabled?: boolean
}

interface RadioGroupProps {
  /** The question the options answer. */
  label: string
  hideLabel?: boolean
  value: string
  onChange: (value: string) => void
  options: readonly RadioOption[]
  /** `list` under each other, `segments` as one bar of two to four short options. */
  look?: 'list' | 'segments'
  error?: string
  disabled?: boolean
  className?: string
}

/** One of a few, all of them in sight. Arrow keys move, as everywhere. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, hideLabel, value, onChange, options, look = 'list', error, disabled, className } = props
  const name = useId()
  return (
    <fieldset
      className={classes(styles.group, className)}
      disabled={disabled}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={hideLabel ? styles.hiddenLegend : styles.legend}>{label}</legend>
      <div className={styles[look]}>
        {options.map((option) => (
          <label
            key={option.value}
            className={look === 'list' ? styles.row : styles.segment}
            data-chosen={option.value === value || undefined}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              className={look === 'list' ? styles.dot : styles.unseen}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            {look === 'list' ? <ChoiceText label={option.label} help={option.help} /> : option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className={styles.error}>
          <Icon name="error" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

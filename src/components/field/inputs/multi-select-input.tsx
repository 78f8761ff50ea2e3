import { useId } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { optionsOf } from '../field-traits.ts'
import { Chips } from './chips.tsx'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './inputs.module.css'

/** Several of a list: boxes to tick when short, chips and a search when long or when other texts are taken as well. */
export function MultiSelectInput(props: InputProps) {
  const t = useTranslate()
  const errorId = useId()
  const { field, value, onChange, label, hideLabel, help, error, required, disabled, readOnly, id } = props
  const chosen = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
  const options = optionsOf(field)
  const set = (next: string[]): void => onChange(next.length === 0 ? null : next)
  const toggle = (one: string, on: boolean): void =>
    set(on ? [...chosen, one] : chosen.filter((other) => other !== one))

  if (options.length > 8 || field.open) {
    return (
      <div className={props.className}>
        <Combobox
          {...frameOf(props)}
          value=""
          onChange={(one) => one !== '' && !chosen.includes(one) && toggle(one, true)}
          options={options.filter((option) => !chosen.includes(option.value))}
          placeholder={t('Add …')}
          {...(field.open && { onCreate: (text: string) => !chosen.includes(text) && toggle(text, true) })}
        />
        <Chips
          items={chosen.map((one) => ({
            value: one,
            label: options.find((option) => option.value === one)?.label ?? one,
          }))}
          onRemove={readOnly || disabled ? undefined : (one) => toggle(one, false)}
        />
      </div>
    )
  }
  return (
    <fieldset
      id={id}
      className={styles.group}
      disabled={disabled || readOnly}
      aria-describedby={error ? errorId : undefined}
      tabIndex={-1}
    >
      <legend className={styles.legend}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {required && !hideLabel && <span className={styles.required}>{t('required')}</span>}
      </legend>
      <div className={styles.checks}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(on) => toggle(option.value, on)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
      {help}
    </fieldset>
  )
}

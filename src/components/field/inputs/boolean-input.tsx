import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import type { InputProps } from './input-props.ts'
import styles from './inputs.module.css'

/** Yes or no; the label stands beside the box. */
export function BooleanInput({
  value,
  onChange,
  label,
  hideLabel,
  help,
  error,
  id,
  name,
  disabled,
  readOnly,
  className,
}: InputProps) {
  return (
    <div className={className}>
      <Checkbox
        checked={value === true}
        onChange={onChange}
        label={label}
        {...(hideLabel !== undefined && { hideLabel })}
        {...(help !== undefined && { help })}
        {...(id !== undefined && { id })}
        {...(name !== undefined && { name })}
        disabled={Boolean(disabled || readOnly)}
      />
      {error && (
        <p className={styles.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  )
}

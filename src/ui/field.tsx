import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { useTranslate } from './translate.ts'

/** What every field of a form takes. */
export interface FieldProps {
  /** The label above; always given, also when `hideLabel` keeps it for screen readers only (toolbars, grids). */
  label: string
  hideLabel?: boolean
  /** A short help under the control. */
  help?: ReactNode
  /** What is wrong and how to put it right. */
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  /** The control's id; give one where an error summary links to the field. */
  id?: string
  name?: string
  /** Placing only: width, grid area. */
  className?: string
}

/** What the control inside a field must carry. */
export interface FieldControl {
  id: string
  name: string | undefined
  disabled: boolean | undefined
  readOnly: boolean | undefined
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldProps {
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, error, help; ties them together for screen readers. Use it to make a control of your own. */
export function Field(props: FieldFrameProps) {
  const { label, hideLabel, help, error, required, disabled, readOnly, name, className, children } = props
  const t = useTranslate()
  const ownId = useId()
  const id = props.id ?? ownId
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? styles.hiddenLabel : styles.label}>
        {label}
        {required && <span className={styles.required}>{t('required')}</span>}
      </label>
      {children({
        id,
        name,
        disabled,
        readOnly,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="error" />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  )
}

/** Cuts a field component's props into those of its frame and those of its own. */
export function splitField<Props extends FieldProps>(
  props: Props,
): [FieldProps, Omit<Props, keyof FieldProps>] {
  const { label, hideLabel, help, error, required, disabled, readOnly, id, name, className, ...own } = props
  return [{ label, hideLabel, help, error, required, disabled, readOnly, id, name, className }, own]
}

import { useEffect, useRef, type ReactNode } from 'react'
import styles from './checkbox.module.css'
import { ChoiceText, type ChoiceProps } from './choice-text.tsx'
import { classes } from './classes.ts'

interface CheckboxProps extends ChoiceProps {
  checked: boolean
  /** Some of many are chosen: a dash. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
}

/** Yes or no, taken with the form. For something that takes effect at once use a Switch. */
export function Checkbox(props: CheckboxProps) {
  const { checked, indeterminate = false, onChange, label, hideLabel, help, className, ...passedOn } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={classes(styles.row, className)}>
      <input
        {...passedOn}
        ref={input}
        type="checkbox"
        checked={checked}
        className={styles.box}
        onChange={(event) => onChange(event.target.checked)}
      />
      <ChoiceText label={label} help={help} hideLabel={hideLabel} />
    </label>
  )
}

import type { ReactNode } from 'react'
import { ChoiceText, type ChoiceProps } from './choice-text.tsx'
import { classes } from './classes.ts'
import styles from './switch.module.css'

interface SwitchProps extends ChoiceProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
}

/** On or off, in effect at once. */
export function Switch(props: SwitchProps) {
  const { checked, onChange, label, hideLabel, help, className, ...passedOn } = props
  return (
    <label className={classes(styles.row, className)}>
      <input
        {...passedOn}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        className={styles.track}
        onChange={(event) => onChange(event.target.checked)}
      />
      <ChoiceText label={label} help={help} hideLabel={hideLabel} />
    </label>
  )
}

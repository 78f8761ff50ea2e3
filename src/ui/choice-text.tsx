import type { ReactNode } from 'react'
import styles from './choice-text.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** What a single choice (checkbox, switch, radio) takes besides its value. */
export interface ChoiceProps {
  hideLabel?: boolean
  /** A line under the label. */
  help?: ReactNode
  id?: string
  name?: string
  disabled?: boolean
  required?: boolean
  className?: string
}

/** The words beside a checkbox, a switch or a radio. */
export function ChoiceText({
  label,
  help,
  hideLabel,
}: {
  label: ReactNode
  help?: ReactNode
  hideLabel?: boolean
}) {
  if (hideLabel) return <VisuallyHidden>{label}</VisuallyHidden>
  return (
    <span className={styles.text}>
      {label}
      {help && <span className={styles.help}>{help}</span>}
    </span>
  )
}

import { useId } from 'react'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './quick-setup-wizard.module.css'

interface ChoiceCardsProps {
  label: string
  many: boolean
  items: readonly { key: string; label: string; description: string; icon: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A choice as cards: real radio buttons or check boxes under a large target. */
export function ChoiceCards({ label, many, items, chosen, onChange }: ChoiceCardsProps) {
  const name = useId()
  const toggle = (key: string, on: boolean): void =>
    onChange(many ? (on ? [...chosen, key] : chosen.filter((one) => one !== key)) : [key])
  return (
    <fieldset className={styles.cards}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {items.map(({ key, label: title, description, icon }) => (
        <label key={key} className={styles.card}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            value={key}
            checked={chosen.includes(key)}
            onChange={(event) => toggle(key, event.target.checked)}
            className={styles.unseen}
          />
          <span className={styles.cardIcon}>
            <Icon name={icon} size={20} />
          </span>
          <span>
            <span className={styles.cardTitle}>{title}</span>
            <span className={styles.cardText}>{description}</span>
          </span>
          <Icon name="check" className={styles.tick} />
        </label>
      ))}
    </fieldset>
  )
}

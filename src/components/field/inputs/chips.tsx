import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './inputs.module.css'

interface ChipsProps {
  items: readonly { value: string; label: string }[]
  /** Absent: they are only shown. */
  onRemove: ((value: string) => void) | undefined
}

/** What is chosen, each with a cross. */
export function Chips({ items, onRemove }: ChipsProps) {
  const t = useTranslate()
  if (items.length === 0) return null
  return (
    <span className={styles.chosen} style={{ marginTop: 6 }}>
      {items.map((item) => (
        <span key={item.value} className={styles.chip} style={onRemove ? undefined : { paddingRight: 8 }}>
          {item.label}
          {onRemove && (
            <button
              type="button"
              className={styles.remove}
              aria-label={t('Remove {{name}}', { name: item.label })}
              onClick={() => onRemove(item.value)}
            >
              <Icon name="x" />
            </button>
          )}
        </span>
      ))}
    </span>
  )
}

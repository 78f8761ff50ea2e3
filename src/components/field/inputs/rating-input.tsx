import { Icon } from '#ui/icon.tsx'
import { Field } from '#ui/field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './rating-input.module.css'

/** Stars to choose from; a slider for the keyboard and for screen readers. The chosen star again takes it back. */
export function RatingInput(props: InputProps) {
  const t = useTranslate()
  const { field, value, onChange, disabled, readOnly } = props
  const most = typeof field.max === 'number' ? Math.min(10, field.max) : 5
  const chosen = typeof value === 'number' ? value : 0
  const fixed = disabled === true || readOnly === true
  const set = (next: number): void => onChange(next < 1 ? null : Math.min(most, next))
  const { compact: _compact, ...frame } = frameOf(props)
  return (
    <Field {...frame}>
      {({ id, 'aria-describedby': describedBy }) => (
        <div
          id={id}
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-label={props.label}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={chosen}
          aria-valuetext={chosen === 0 ? t('Nothing') : t('{{value}} of {{most}}', { value: chosen, most })}
          aria-describedby={describedBy}
          aria-disabled={disabled}
          aria-readonly={readOnly}
          className={styles.stars}
          onKeyDown={(event) => {
            const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
            const digit = /^\d$/.test(event.key) ? Number(event.key) : null
            if (fixed || (step === undefined && digit === null && event.key !== 'Delete')) return
            event.preventDefault()
            set(event.key === 'Delete' ? 0 : (digit ?? chosen + (step ?? 0)))
          }}
        >
          {Array.from({ length: most }, (_, at) => at + 1).map((star) => (
            <button
              key={star}
              type="button"
              tabIndex={-1}
              aria-hidden
              disabled={fixed}
              className={star <= chosen ? styles.full : styles.hollow}
              onClick={() => set(star === chosen ? 0 : star)}
            >
              <Icon name="star" />
            </button>
          ))}
        </div>
      )}
    </Field>
  )
}

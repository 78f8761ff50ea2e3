import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './rating-input.module.css'

/** Stars to point at, over a slider for the keyboard and for screen readers. The chosen star again takes it back. */
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
      {({ readOnly: _readOnly, required: _required, ...carried }) => (
        <span className={styles.stars}>
          <input
            {...carried}
            // A slider knows no read-only.
            disabled={fixed}
            type="range"
            min={0}
            max={most}
            step={1}
            value={chosen}
            aria-valuetext={chosen === 0 ? t('Nothing') : t('{{value}} of {{most}}', { value: chosen, most })}
            className={styles.slider}
            onChange={(event) => set(Number(event.target.value))}
          />
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
        </span>
      )}
    </Field>
  )
}

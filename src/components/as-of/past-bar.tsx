import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { asDescription } from '../field/as-description.ts'
import { DatetimeInput } from '../field/inputs/datetime-input.tsx'
import styles from './as-of.module.css'

const day = 86_400_000

interface PastBarProps {
  /** The moment that is shown (ISO 8601), or null: now. */
  at: string | null
  onChange(at: string | null): void
  /** Back to now, and away with the bar. */
  onClose(): void
}

/** Chooses a moment of the past for a list, and leads back to now. A moment to come is refused with a word. */
export function PastBar({ at, onChange, onClose }: PastBarProps) {
  const t = useTranslate()
  const region = useRegion()
  const [future, setFuture] = useState(false)
  const choose = (value: unknown): void => {
    const moment = typeof value === 'string' && value !== '' ? value : null
    const ahead = moment !== null && new Date(moment) > new Date()
    setFuture(ahead)
    onChange(ahead ? null : moment)
  }
  const ago = (days: number): void => choose(new Date(Date.now() - days * day).toISOString())
  return (
    <section className={styles.bar} data-set={at !== null || undefined} aria-label={t('Look at the past')}>
      <output className={styles.words}>
        <Icon name="history" />
        <span className={styles.text}>
          <strong>
            {at === null
              ? t('Look at the past')
              : t('As it was {{when}}', { when: formatDateTime(at, region) })}
          </strong>
          <span className={styles.help}>
            {future
              ? t('Choose a moment that has passed.')
              : at === null
                ? t('Choose a moment: the list shows what was there then.')
                : t('Read only. Links are called what they are called now.')}
          </span>
        </span>
      </output>
      <div className={styles.choices}>
        <DatetimeInput field={moment} label={t('Moment')} hideLabel compact value={at} onChange={choose} />
        <Button size="compact" onClick={() => ago(1)}>
          {t('A day ago')}
        </Button>
        <Button size="compact" onClick={() => ago(7)}>
          {t('A week ago')}
        </Button>
        <Button size="compact" onClick={() => ago(30)}>
          {t('A month ago')}
        </Button>
        <Button
          size="compact"
          variant="ghost"
          icon="x"
          onClick={() => {
            choose(null)
            onClose()
          }}
        >
          {t('Back to now')}
        </Button>
      </div>
    </section>
  )
}

const moment = asDescription({ key: 'at', label: 'Moment', type: 'datetime' })

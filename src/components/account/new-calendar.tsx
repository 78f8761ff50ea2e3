import { useState } from 'react'
import type { OfferedDate } from '#contracts/api/calendars.ts'
import { askShownOnce } from '#engine/data/ask-shown-once.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './account.module.css'
import { dateName } from './date-name.ts'

interface NewCalendarProps {
  offered: readonly OfferedDate[]
  onMade: () => void
  onClose: () => void
}

/** Chooses dates; the address is shown once. */
export function NewCalendar({ offered, onMade, onClose }: NewCalendarProps) {
  const t = useTranslate()
  const api = useApi()
  const [chosen, setChosen] = useState<readonly OfferedDate[]>([])
  const [mine, setMine] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const { busy, act } = useAct(() => undefined)
  const make = (): Promise<void> =>
    act(async () => {
      const dates = chosen.map(({ model, field }) => ({ model, field }))
      const made = await askShownOnce(
        () => api.call('POST /api/calendar-feeds', { body: { dates, mine } }),
        (id) => api.call('DELETE /api/calendar-feeds/{id}', { params: { id } }),
      )
      setUrl(made)
      onMade()
    })
  if (url !== null)
    return (
      <div className={styles.form}>
        <Notice tone="warning" title={t('Shown only now')}>
          {t(
            'Whoever has this address sees these dates as you do. Copy it into your calendar program and nowhere else.',
          )}
        </Notice>
        <TextField
          label={t('Calendar address')}
          value={url}
          onChange={() => undefined}
          readOnly
          onFocus={(event) => event.target.select()}
          spellCheck={false}
          after={<CopyButton text={url} />}
        />
        <div className={styles.actions}>
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className={styles.form}>
      <fieldset className={styles.choices}>
        <legend className={styles.words}>{t('Dates it shows, with what you are asked to decide')}</legend>
        {offered.map((date) => (
          <Checkbox
            key={`${date.model}.${date.field}`}
            label={dateName(date, t)}
            checked={chosen.includes(date)}
            onChange={(checked) =>
              setChosen(checked ? [...chosen, date] : chosen.filter((other) => other !== date))
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label={t('Only what names me')}
        help={t('Records in which a field for a person says you.')}
        checked={mine}
        onChange={setMine}
      />
      <div className={styles.actions}>
        <Button
          variant="primary"
          disabled={chosen.length === 0 || chosen.length > 30}
          loading={busy}
          onClick={() => void make()}
        >
          {t('Make address')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}

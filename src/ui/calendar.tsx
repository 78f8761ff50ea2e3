import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from './button.tsx'
import styles from './calendar.module.css'
import { addDays, addMonths, firstWeekdayOf, monthWeeks, today, type Day } from './day.ts'
import { formatDate } from './format.ts'
import { IconButton } from './icon-button.tsx'
import { useRegion } from './region.ts'
import { useTranslate } from './translate.ts'

interface CalendarProps {
  value: Day
  onChange: (day: Day) => void
  min?: Day | undefined
  max?: Day | undefined
}

/** A month to choose a day from. Arrows move by day and week, Page keys by month, with Shift by year. */
export function Calendar({ value, onChange, min, max }: CalendarProps) {
  const region = useRegion()
  const t = useTranslate()
  const now = today(region.timeZone)
  const [cursor, setCursor] = useState(value || now)
  const grid = useRef<HTMLTableElement>(null)
  const weeks = monthWeeks(cursor, firstWeekdayOf(region.locale))
  const name = (day: Day, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(region.locale, { ...options, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  const closed = (day: Day): boolean => (min !== undefined && day < min) || (max !== undefined && day > max)

  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [])

  const move = (event: KeyboardEvent): void => {
    const next = nextDay(event, cursor)
    if (next === null) return
    event.preventDefault()
    setCursor(next)
    // The day is drawn after this event; then it takes the focus.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <strong className={styles.month} aria-live="polite">
          {name(cursor, { month: 'long', year: 'numeric' })}
        </strong>
        <IconButton
          icon="chevron-left"
          size="compact"
          label={t('Previous month')}
          onClick={() => setCursor(addMonths(cursor, -1))}
        />
        <IconButton
          icon="chevron-right"
          size="compact"
          label={t('Next month')}
          onClick={() => setCursor(addMonths(cursor, 1))}
        />
      </div>
      <table ref={grid} className={styles.grid}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={name(day, { weekday: 'long' })}>
                {name(day, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === cursor ? 0 : -1}
                    disabled={closed(day)}
                    aria-pressed={day === value}
                    aria-current={day === now ? 'date' : undefined}
                    aria-label={formatDate(day, region, 'long')}
                    className={styles.day}
                    data-other={day.slice(0, 7) === cursor.slice(0, 7) ? undefined : ''}
                    onClick={() => onChange(day)}
                    onKeyDown={move}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="compact" variant="ghost" disabled={closed(now)} onClick={() => onChange(now)}>
        {t('Today')}
      </Button>
    </div>
  )
}

function nextDay(event: KeyboardEvent, day: Day): Day | null {
  const months = event.shiftKey ? 12 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'PageUp':
      return addMonths(day, -months)
    case 'PageDown':
      return addMonths(day, months)
    default:
      return null
  }
}

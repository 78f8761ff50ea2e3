/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of records is no set of fields, and no landmark of the page */
import { useEffect, useRef, useState } from 'react'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { addMonths, firstWeekdayOf, monthWeeks, today, type Day } from '#ui/day.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ListSource } from '../list-source/list-source.ts'
import { moved, type DayEntry, type Span } from './day-entries.ts'
import { DayRecords } from './day-records.tsx'
import styles from './month-board.module.css'
import { NearestMonth } from './nearest-month.tsx'
import { useMonthEntries } from './use-month-entries.ts'

interface MonthBoardProps extends Span {
  source: ListSource
  first?: Day | undefined
  label: string
  height?: number | undefined
  onMoved?: (id: string, value: string) => void
}

/**
 * Six weeks around a month. What has plain days can be dragged to others or sent there from its day, all of its days with the
 * one that was taken; a moment keeps its time, so it stays.
 */
export function MonthBoard({ source, by, until, first, label, height, onMoved }: MonthBoardProps) {
  const t = useTranslate()
  const region = useRegion()
  const writes = useRecordWrites(source.model.key)
  const now = today(region.timeZone)
  const [month, setMonth] = useState<Day>(first ?? now)
  const [over, setOver] = useState<Day | null>(null)
  // A drag carries only text, and what the record held is needed where it is dropped.
  const dragged = useRef<DayEntry | null>(null)
  const board = useRef<HTMLDivElement>(null)
  const sent = useRef<{ id: unknown; day: Day } | null>(null)
  const weeks = monthWeeks(month, firstWeekdayOf(region.locale))
  const from = weeks[0]?.[0] ?? month
  const to = weeks.at(-1)?.at(-1) ?? month
  const span = { by, until }
  const fields = until ? [by, until] : [by]
  const movable = source.editable && fields.every(({ type, read_only }) => type === 'date' && !read_only)
  const read = useMonthEntries(source, span, { days: weeks.flat(), timeZone: region.timeZone })
  const { month: answer, days } = read
  const total = answer.data?.total ?? 0
  const move = async (entry: DayEntry, day: Day): Promise<boolean> => {
    const change = moved(entry, span, day)
    if (!change) return false
    const id = String(entry.row['id'])
    const taken = await writes
      .update(id, change.after, change.before, { success: t('Moved') })
      // The write has said why.
      .catch(() => null)
    if (taken) onMoved?.(id, change.after[by.key] ?? day)
    return taken !== null
  }
  const drop = (day: Day): void => {
    const entry = dragged.current
    dragged.current = null
    setOver(null)
    if (entry) void move(entry, day)
  }
  // The reader follows what was sent to another day: its button there has the focus once it is drawn.
  const send = async (entry: DayEntry, day: Day): Promise<void> => {
    sent.current = { id: entry.row['id'], day }
    if (!(await move(entry, day))) sent.current = null
    else if (day < from || day > to) setMonth(day)
  }
  useEffect(() => {
    const { id, day } = sent.current ?? {}
    if (day === undefined || !days.get(day)?.entries.some(({ row }) => row['id'] === id)) return
    sent.current = null
    board.current?.querySelector<HTMLElement>(`button[data-day="${day}"]`)?.focus()
  })
  const monthName = new Intl.DateTimeFormat(region.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const dayName = new Intl.DateTimeFormat(region.locale, { weekday: 'short', timeZone: 'UTC' })
  const utc = (day: Day): Date => new Date(`${day}T00:00:00Z`)

  return (
    <div
      ref={board}
      role="group"
      aria-label={label}
      className={styles.board}
      data-fill={height === undefined ? '' : undefined}
      style={{ height }}
    >
      <header className={styles.head}>
        <h2 className={styles.month} aria-live="polite">
          {monthName.format(utc(month))}
        </h2>
        {total > 0 && (
          <span className={styles.total}>
            {t('{{number}} items in these weeks', {
              count: total,
              number: formatNumber(total, region),
            })}
          </span>
        )}
        <Button size="compact" onClick={() => setMonth(now)}>
          {t('Today')}
        </Button>
        <IconButton
          icon="chevron-left"
          label={t('Month before')}
          onClick={() => setMonth(addMonths(month, -1))}
        />
        <IconButton
          icon="chevron-right"
          label={t('Next month')}
          onClick={() => setMonth(addMonths(month, 1))}
        />
      </header>
      {answer.error && !answer.data ? (
        <ErrorState compact title={t('This calendar could not be read')} onRetry={answer.refetch}>
          {t(answer.error.message)}
        </ErrorState>
      ) : (
        <>
          {read.error && (
            <Notice
              tone="warning"
              actions={
                <Button size="compact" onClick={read.retry}>
                  {t('Try again')}
                </Button>
              }
            >
              {t('Some days could not be read.')} {t(read.error.message)}
            </Notice>
          )}
          {answer.data?.rows.length === 0 && !answer.isPrevious && (
            <NearestMonth source={source} by={by} from={from} to={to} onGo={setMonth} />
          )}
          <table className={styles.table} aria-busy={answer.isFetching}>
            <thead>
              <tr>
                {(weeks[0] ?? []).map((day) => (
                  <th key={day} scope="col">
                    {dayName.format(utc(day))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week[0]}>
                  {week.map((day) => (
                    <td
                      key={day}
                      className={classes(
                        styles.day,
                        day.slice(0, 7) !== month.slice(0, 7) && styles.outside,
                        day === now && styles.today,
                        over === day && styles.over,
                      )}
                      onDragOver={(event) => {
                        if (!movable || !dragged.current) return
                        event.preventDefault()
                        setOver(day)
                      }}
                      onDragLeave={() => setOver(null)}
                      onDrop={(event) => {
                        event.preventDefault()
                        drop(day)
                      }}
                    >
                      <DayRecords
                        source={source}
                        by={by.key}
                        day={day}
                        content={days.get(day) ?? nothing}
                        movable={movable}
                        onTake={(entry) => (dragged.current = entry)}
                        onMove={(entry, to) => void send(entry, to)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  )
}

const nothing = { entries: [], count: 0 }

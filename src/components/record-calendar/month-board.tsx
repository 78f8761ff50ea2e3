/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of records is no set of fields, and no landmark of the page */
import { useState } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { addDays, addMonths, firstWeekdayOf, monthWeeks, today, type Day } from '#ui/day.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { formatDate } from '#ui/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Popover } from '#ui/popover.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { listQuery, type ListSource } from '../list-source/list-source.ts'
import { RecordFacts, RecordName } from '../list-source/record-card.tsx'
import styles from './month-board.module.css'
import { NearestMonth } from './nearest-month.tsx'

/** Records of a day that fit in its cell; the others open beside it. */
const shownOfDay = 3
/** Records of a month that are asked for. */
const mostOfMonth = 500

interface MonthBoardProps {
  source: ListSource
  by: FieldDescription
  first?: Day | undefined
  label: string
  height?: number | undefined
  onMoved?: (id: string, value: string) => void
}

// The record under the pointer: a drag carries only text, and what it held is needed where it is dropped.
let dragged: Row | null = null

/** Six weeks around a month. What has a plain day can be dragged to another; a moment keeps its time, so it stays. */
export function MonthBoard({ source, by, first, label, height, onMoved }: MonthBoardProps) {
  const t = useTranslate()
  const region = useRegion()
  const writes = useRecordWrites(source.model.key)
  const now = today(region.timeZone)
  const [month, setMonth] = useState<Day>(first ?? now)
  const [over, setOver] = useState<Day | null>(null)
  const weeks = monthWeeks(month, firstWeekdayOf(region.locale))
  const from = weeks[0]?.[0] ?? month
  const to = weeks.at(-1)?.at(-1) ?? month
  const plain = by.type === 'date'
  const movable = plain && source.editable && !by.read_only
  const answer = useQuery(
    listQuery(source, {
      where: plain
        ? { field: by.key, op: 'between', value: [from, to] }
        : {
            and: [
              { field: by.key, op: 'gte', value: `${addDays(from, -1)}T00:00:00Z` },
              { field: by.key, op: 'lt', value: `${addDays(to, 2)}T00:00:00Z` },
            ],
          },
      fields: [by.key],
      sort: [{ field: by.key, dir: 'asc' }],
      size: mostOfMonth,
    }),
    { keep: true },
  )
  const days = new Map<Day, Row[]>()
  for (const row of answer.data?.rows ?? []) {
    const value = row[by.key]
    if (typeof value !== 'string') continue
    const day = plain ? value : today(region.timeZone, new Date(value))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  const drop = async (day: Day): Promise<void> => {
    const row = dragged
    dragged = null
    setOver(null)
    if (!row || row[by.key] === day) return
    const before = row[by.key]
    const taken = await writes
      .update(String(row['id']), { [by.key]: day }, typeof before === 'string' ? { [by.key]: before } : {}, {
        success: t('Moved'),
      })
      // The write has said why.
      .catch(() => null)
    if (taken) onMoved?.(String(row['id']), day)
  }
  const monthName = new Intl.DateTimeFormat(region.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const dayName = new Intl.DateTimeFormat(region.locale, { weekday: 'short', timeZone: 'UTC' })
  const utc = (day: Day): Date => new Date(`${day}T00:00:00Z`)

  return (
    <div
      role="group"
      aria-label={label}
      className={styles.board}
      data-fill={height === undefined ? '' : undefined}
      style={{ height }}
    >
      <header className={styles.head}>
        <h3 className={styles.month} aria-live="polite">
          {monthName.format(utc(month))}
        </h3>
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
        <ErrorState compact title={t('This calendar could not be read')} onRetry={answer.refetch} />
      ) : (
        <>
          {answer.data?.page.after && (
            <Notice tone="warning">
              {t('Only the first {{most}} are shown. Narrow the list to see the others.', {
                most: mostOfMonth,
              })}
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
                        if (!movable || !dragged) return
                        event.preventDefault()
                        setOver(day)
                      }}
                      onDragLeave={() => setOver(null)}
                      onDrop={(event) => {
                        event.preventDefault()
                        void drop(day)
                      }}
                    >
                      <DayRecords
                        source={source}
                        by={by}
                        day={day}
                        rows={days.get(day) ?? []}
                        movable={movable}
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

interface DayRecordsProps {
  source: ListSource
  by: FieldDescription
  day: Day
  rows: readonly Row[]
  movable: boolean
}

function DayRecords({ source, by, day, rows, movable }: DayRecordsProps) {
  const t = useTranslate()
  const region = useRegion()
  const rest = rows.length - shownOfDay
  return (
    <>
      <time dateTime={day} className={styles.number} aria-label={formatDate(day, region, 'long')}>
        {Number(day.slice(8))}
      </time>
      {rows.slice(0, shownOfDay).map((row) => (
        <div
          key={String(row['id'])}
          className={styles.record}
          draggable={movable}
          onDragStart={(event) => {
            dragged = row
            event.dataTransfer.setData('text/plain', String(row['id']))
          }}
        >
          <RecordName source={source} row={row} />
        </div>
      ))}
      {rest > 0 && (
        <Popover
          label={formatDate(day, region, 'long')}
          content={
            <ul className={styles.all}>
              {rows.map((row) => (
                <li key={String(row['id'])}>
                  <RecordName source={source} row={row} />
                  <RecordFacts source={source} row={row} without={by.key} />
                </li>
              ))}
            </ul>
          }
        >
          {(trigger) => (
            <button type="button" className={styles.more} {...trigger}>
              {t('{{count}} more', { count: rest })}
            </button>
          )}
        </Popover>
      )}
    </>
  )
}

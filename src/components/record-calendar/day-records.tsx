import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Calendar } from '#ui/calendar.tsx'
import { classes } from '#ui/classes.ts'
import type { Day } from '#ui/day.ts'
import { formatDate, formatNumber } from '#ui/format.ts'
import { Popover } from '#ui/popover.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ListSource } from '../list-source/list-source.ts'
import { RecordFacts, RecordName } from '../list-source/record-card.tsx'
import type { DayEntry } from './day-entries.ts'
import type { DayContent } from './use-month-entries.ts'
import styles from './month-board.module.css'

/** Records of a day that fit in its cell; the others open beside it. */
const shownOfDay = 3

interface DayRecordsProps {
  source: ListSource
  by: string
  day: Day
  content: DayContent
  movable: boolean
  /** It is being dragged. */
  onTake: (entry: DayEntry) => void
  /** It goes to another day without being dragged. */
  onMove: (entry: DayEntry, day: Day) => void
}

/** What is on a day. Its number opens all of it with their facts, and moves it: by keyboard and on a phone. */
export function DayRecords({ source, by, day, content, movable, onTake, onMove }: DayRecordsProps) {
  const t = useTranslate()
  const region = useRegion()
  const [open, setOpen] = useState(false)
  const [moving, setMoving] = useState<DayEntry | null>(null)
  const { entries, count } = content
  const rest = count - shownOfDay
  const number = Number(day.slice(8))
  const name = formatDate(day, region, 'long')
  const show = (shown: boolean): void => {
    setOpen(shown)
    setMoving(null)
  }
  if (entries.length === 0)
    return (
      <time dateTime={day} className={styles.number} aria-label={name}>
        {number}
      </time>
    )
  return (
    <>
      <Popover
        label={moving ? t('Move to') : name}
        open={open}
        onOpenChange={show}
        content={
          moving ? (
            <Calendar
              value={day}
              onChange={(to) => {
                show(false)
                onMove(moving, to)
              }}
            />
          ) : (
            <>
              {count > entries.length && (
                <p className={styles.partly}>
                  {t('Only the first {{shown}} of {{total}} are shown. Narrow the list to see the others.', {
                    shown: formatNumber(entries.length, region),
                    total: formatNumber(count, region),
                  })}
                </p>
              )}
              <ul className={styles.all}>
                {entries.map((entry) => (
                  <li key={String(entry.row['id'])}>
                    <RecordName source={source} row={entry.row} />
                    <RecordFacts source={source} row={entry.row} without={by} />
                    {movable && (
                      <Button size="compact" icon="calendar" onClick={() => setMoving(entry)}>
                        {t('Move to')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      >
        {(trigger) => (
          <button type="button" data-day={day} aria-label={name} className={styles.number} {...trigger}>
            <time dateTime={day}>{number}</time>
          </button>
        )}
      </Popover>
      {entries.slice(0, shownOfDay).map((entry) => (
        <div
          key={String(entry.row['id'])}
          className={classes(styles.record, entry.begun && styles.begun, entry.goesOn && styles.goesOn)}
          draggable={movable}
          onDragStart={(event) => {
            onTake(entry)
            event.dataTransfer.setData('text/plain', String(entry.row['id']))
          }}
        >
          <RecordName source={source} row={entry.row} />
        </div>
      ))}
      {rest > 0 && (
        <button type="button" className={styles.more} aria-haspopup="dialog" onClick={() => show(true)}>
          {t('{{number}} more', { number: formatNumber(rest, region) })}
        </button>
      )}
    </>
  )
}

import { useEffect, useState } from 'react'
import { usePeople, usePlace } from '#engine/data/use-presence.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FieldValue } from '../field/field-value.tsx'
import { ownFields } from '../field/own-fields.ts'
import { PresentPeople } from '../presence/present-people.tsx'
import { useRecord } from '../record/use-record.ts'
import { useRecordFields } from '../record/use-record-fields.ts'
import { useCurrentRow } from './current-row.tsx'
import { at } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import styles from './row-detail.module.css'

/** How long the cursor rests on a record before it is asked for, in milliseconds: arrow keys pass over many. */
const restBeforeAsking = 120

/** The record the cursor is in, with all its fields, beside the list. Arrow keys go on to the next, here as in the list. */
export function RowDetail({ grid }: { grid: Grid }) {
  const t = useTranslate()
  const row = useCurrentRow(grid)
  const id = useRested(row ? String(row['id']) : null)
  const record = useRecord(grid.model, id)
  usePlace(grid.model.key, id, null)
  const people = usePeople(grid.model.key).filter((one) => id !== null && one.record === id)
  // What the list knows is shown at once; the rest follows.
  const known = record.row && record.row['id'] === row?.['id'] ? record.row : row
  const fields = ownFields(grid.model, useRecordFields(grid.model, known))
  const step = (by: 1 | -1): void => {
    const { cursor } = grid
    const next = Math.max(0, Math.min(grid.lines.list.count - 1, (cursor?.row ?? -1) + by))
    grid.setCursor(at(next, cursor?.column ?? 0))
  }
  const href = row && grid.hrefOf(row)
  const title = known && grid.titleKey ? known[grid.titleKey] : null
  return (
    // Its keys are those of the list beside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      aria-label={t('Details')}
      className={styles.detail}
      onKeyDown={(event) => {
        if (event.key === 'Escape') grid.setDetail(false)
        else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
          step(event.key === 'ArrowDown' ? 1 : -1)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{known ? String(title ?? t('Without a name')) : t('Details')}</h2>
        <PresentPeople people={people} most={3} className={styles.faces} />
        <IconButton icon="arrow-up" label={t('Record before')} size="compact" onClick={() => step(-1)} />
        <IconButton icon="arrow-down" label={t('Next record')} size="compact" onClick={() => step(1)} />
        <IconButton
          icon="x"
          label={t('Close details')}
          size="compact"
          onClick={() => grid.setDetail(false)}
        />
      </header>
      <div className={styles.content} aria-live="polite">
        {!known ? (
          <p className={styles.none}>{t('Choose a row of the list.')}</p>
        ) : (
          <dl className={styles.facts}>
            {fields.map((field) => (
              <div key={field.key}>
                <dt className={styles.label}>{field.label}</dt>
                <dd className={styles.value}>
                  {field.key in known ? (
                    <FieldValue field={field} value={known[field.key]} row={known} />
                  ) : (
                    <Skeleton width="60%" height={12} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {row && (href || grid.canOpen) && (
        <footer className={styles.foot}>
          <Button size="compact" icon="external" onClick={() => grid.open(row)}>
            {t('Open record')}
          </Button>
        </footer>
      )}
    </aside>
  )
}

/** A value once it has not changed for a moment. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restBeforeAsking)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

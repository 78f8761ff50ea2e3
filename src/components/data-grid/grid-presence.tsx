import { useEffect } from 'react'
import type { Present } from '#engine/data/presence-store.ts'
import { usePeople, usePlace } from '#engine/data/use-presence.ts'
import { Avatar } from '#ui/avatar.tsx'
import { inkOf } from '#ui/hue-of.ts'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { PresentPeople } from '../presence/present-people.tsx'
import type { Grid, GridOthers, RowMarks } from './grid-context.ts'
import { useEditing } from './grid-marks.ts'
import styles from './grid-presence.module.css'

export interface GridPresenceProps {
  grid: Grid
  /** Told who else is at this list whenever that changed. */
  onChange(others: GridOthers): void
}

/** Says at which cell this person is, and tells the grid at which ones others are. Draws nothing itself. */
export function GridPresence({ grid, onChange }: GridPresenceProps) {
  const t = useTranslate()
  const model = grid.model.key
  const editing = useEditing(grid.marks)
  const row = editing ? grid.lines.list.row(editing.row) : undefined
  const field = editing && row ? (grid.columns[editing.column]?.key ?? null) : null
  usePlace(model, row ? String(row['id']) : null, field)
  const people = usePeople(model)
  useEffect(() => {
    onChange({
      faces: <PresentPeople people={people} className={styles.faces} />,
      marks: marksOf(people, t),
    })
  }, [people, t, onChange])
  useEffect(() => () => onChange({ faces: null, marks: new Map() }), [onChange])
  return null
}

function marksOf(people: readonly Present[], t: Translate): ReadonlyMap<string, RowMarks> {
  const marks = new Map<string, RowMarks>()
  for (const { record, field, name } of people) {
    if (record === null || field === null) continue
    const sign = (
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn with letters, there is no picture
        role="img"
        className={styles.sign}
        aria-label={t('{{name}} is editing this', { name })}
        {...tooltip(name)}
      >
        <Avatar name={name} size={20} named={false} />
      </span>
    )
    marks.set(record, { ...marks.get(record), [field]: { ink: inkOf(name), sign } })
  }
  return marks
}

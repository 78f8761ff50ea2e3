/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of records is no set of fields, and no landmark of the page */
import { useMemo, useState } from 'react'
import type { Json } from '#base/json.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { optionsOf, titleOf } from '../field/field-traits.ts'
import { conditionsOf, type ListSource } from '../list-source/list-source.ts'
import { KanbanColumn } from './kanban-column.tsx'
import styles from './kanban.module.css'

/** Columns of a relation or person: the first of them; a board of hundreds helps nobody. */
const mostColumns = 30

export interface BoardColumn {
  /** What a card gets that is dropped here; null: nothing. */
  value: string | boolean | null
  label: string
  count: number
}

interface KanbanBoardProps {
  source: ListSource
  by: FieldDescription
  label: string
  height?: number | undefined
  onMoved?: (id: string, value: unknown) => void
}

/** The board: a column for each value, with as many cards as are asked for. Where the reader may not write, nothing drags. */
export function KanbanBoard({ source, by, label, height, onMoved }: KanbanBoardProps) {
  const t = useTranslate()
  const writes = useRecordWrites(source.model.key)
  const title = by.target_title ? `${by.key}.${by.target_title}` : null
  const groups = useQuery(
    {
      ...conditionsOf(source),
      group: title ? [by.key, title] : [by.key],
      aggregate: [{ fn: 'count', as: 'count' }],
      page: { size: 500 },
    },
    { keep: true },
  )
  // Cards that were moved and that the server has not answered for yet: they stand where they were put.
  const [moved, setMoved] = useState<ReadonlyMap<string, { row: Row; value: BoardColumn['value'] }>>(
    new Map(),
  )
  const columns = useMemo(() => columnsOf(by, groups.data?.rows ?? [], t), [by, groups.data, t])
  const movable = source.editable && !by.read_only

  if (groups.error && !groups.data)
    return (
      <ErrorState compact title={t('This board could not be read')} onRetry={groups.refetch}>
        {t(groups.error.message)}
      </ErrorState>
    )
  if (!groups.data) return <Skeleton height={height ?? 320} />

  const move = async (row: Row, value: BoardColumn['value']): Promise<void> => {
    const id = String(row['id'])
    const before = plainOf(row[by.key])
    if (before === value) return
    setMoved((now) => new Map(now).set(id, { row, value }))
    try {
      await writes.update(id, { [by.key]: value }, { [by.key]: before as Json }, { success: t('Moved') })
      onMoved?.(id, value)
    } catch {
      // The write has said why; the card goes back.
    } finally {
      setMoved((now) => new Map([...now].filter(([other]) => other !== id)))
    }
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={styles.board}
      data-fill={height === undefined ? '' : undefined}
      style={{ height }}
    >
      {columns.map((column) => (
        <KanbanColumn
          key={String(column.value)}
          source={source}
          by={by}
          column={column}
          columns={columns}
          movable={movable}
          moved={moved}
          onMove={(row, value) => void move(row, value)}
        />
      ))}
    </div>
  )
}

/** What a relation or option holds, as it is written. */
export const plainOf = (value: unknown): BoardColumn['value'] =>
  typeof value === 'object' && value !== null && 'id' in value
    ? String(value.id)
    : typeof value === 'string' || typeof value === 'boolean'
      ? value
      : null

/** A column for each option, in their order, also for those without a record; then for records without a value. */
export function columnsOf(
  by: FieldDescription,
  groups: readonly Row[],
  t: (text: string, values?: Record<string, string>) => string,
): BoardColumn[] {
  const countOf = (value: unknown): number =>
    Number(groups.find((row) => (plainOf(row[by.key]) ?? null) === value)?.['count'] ?? 0)
  const values: { value: string | boolean; label: string }[] =
    by.type === 'boolean'
      ? [
          { value: true, label: t('Yes') },
          { value: false, label: t('No') },
        ]
      : by.options
        ? [...optionsOf(by)]
        : groups.flatMap((row) => {
            const value = plainOf(row[by.key])
            return value === null
              ? []
              : [{ value, label: titleOf(row[by.key], by, row) ?? String(value).slice(0, 8) }]
          })
  const known = new Set<unknown>(values.map(({ value }) => value))
  // A value that is no option any more still has records.
  const others = groups.flatMap((row) => {
    const value = plainOf(row[by.key])
    return value === null || known.has(value) ? [] : [{ value, label: String(value) }]
  })
  const none = countOf(null)
  return [
    ...[...values, ...others].slice(0, mostColumns).map((one) => ({ ...one, count: countOf(one.value) })),
    ...(none > 0 || !by.required
      ? [{ value: null, label: t('Without {{field}}', { field: by.label }), count: none }]
      : []),
  ]
}

import type { RowSelectionState } from '@tanstack/react-table'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Row, Where } from '#contracts/query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { classes } from '#ui/classes.ts'
import { fillUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { GridColumn } from './grid-columns.ts'
import type { EditingCell, Grid } from './grid-context.ts'
import type { Cursor } from './grid-cursor.ts'
import { keysIn, type GridQuestion } from './grid-query.ts'
import { GridEmpty, GridError, GridSkeleton } from './grid-states.tsx'
import { GridTable } from './grid-table.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import styles from './data-grid.module.css'
import { isNarrow, useMedia } from './use-media.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { useGridItems } from './use-grid-items.tsx'
import { useGridSettings } from './use-grid-settings.ts'
import { useGridTable } from './use-grid-table.ts'

const GridCards = lazy(() => import('./grid-cards.tsx').then((module) => ({ default: module.GridCards })))

interface LoadedGridProps {
  view: ViewProps<typeof dataGrid>
  model: ModelDescription
  columns: readonly GridColumn[]
}

/** The grid once its model is known. */
export function LoadedGrid({ view, model, columns: declared }: LoadedGridProps) {
  const { id, props, slots, emit, has, expose } = view
  const navigate = useNavigate()
  const narrow = useMedia(isNarrow)
  const coarse = useMedia('(pointer: coarse)')
  const writes = useRecordWrites(model.key)
  const columns = useMemo(
    () => (writes.readOnly ? declared.map((column) => ({ ...column, editable: false })) : declared),
    [declared, writes.readOnly],
  )
  const [ownSettings, change] = useGridSettings(props.remember)
  const settings = useMemo(() => ({ sort: props.sort ?? noSort, ...ownSettings }), [props.sort, ownSettings])
  const [words, setWords] = useState('')
  const [filters, setFilters] = useState<Where | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const [editing, setEditing] = useState<EditingCell | null>(null)
  const edits = useCellEdits(model.key)

  const groupKey = settings.group === undefined ? (props.group ?? null) : settings.group
  const group = columns.find(({ key, groupable }) => key === groupKey && groupable) ?? null
  const question = useMemo<GridQuestion>(
    () => ({
      model: model.key,
      columns,
      where: [props.where, props.filters, filters],
      search: [props.search, words].filter(Boolean).join(' '),
      sort: settings.sort,
      expand: props.expand,
      extra: extraFields(model, [
        ...keysIn(props.row_to),
        ...(props.row_actions ?? []).flatMap(({ only }) => Object.keys(only ?? {})),
      ]),
      pageSize: props.page_size,
    }),
    [
      model,
      columns,
      props.where,
      props.filters,
      filters,
      props.search,
      words,
      settings.sort,
      props.expand,
      props.row_to,
      props.row_actions,
      props.page_size,
    ],
  )
  const data = useGridItems(question, group, open)
  const table = useGridTable({
    columns,
    rows: data.rows,
    settings,
    change,
    selection,
    onSelection: setSelection,
  })
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const visible = [
    ...table.getLeftVisibleLeafColumns(),
    ...table.getCenterVisibleLeafColumns(),
    ...table.getRightVisibleLeafColumns(),
  ]
    .map((column) => byKey.get(column.id))
    .filter((column) => column !== undefined)

  const selected = useMemo(() => Object.keys(selection).filter((one) => selection[one]), [selection])
  const current = cursor && data.items[cursor.row]
  const currentRow = current?.kind === 'row' ? current.row : null
  useEffect(() => {
    expose('selection', selected)
    if (has('selection-changed') && selected.length > 0) void emit('selection-changed', { ids: selected })
    // Tells of the choice, not of a new `emit`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])
  useEffect(() => expose('selected', currentRow), [expose, currentRow])
  useEffect(() => expose('count', data.total), [expose, data.total])

  const hrefOf = (row: Row): string | undefined => (props.row_to ? fillUrl(props.row_to, row) : undefined)
  const grid: Grid = {
    id: `grid-${id.replaceAll(/[^\w-]/g, '-')}`,
    label: props.label ?? model.label,
    table,
    columns: visible,
    titleKey: visible.find(({ key }) => key === model.title_field)?.key ?? visible[0]?.key ?? null,
    data,
    items: data.items,
    group,
    settings,
    change,
    edits: {
      ...edits,
      async save(row, column, value, label) {
        const taken = await edits.save(row, column, value, label)
        if (taken) void emit('cell-edited', { id: row['id'], field: column.key, value })
        return taken
      },
    },
    rowHeight: coarse ? 44 : (settings.density ?? props.density) === 'roomy' ? 40 : 32,
    selectable: props.selectable && !narrow,
    editable: columns.some((column) => column.editable),
    canOpen: props.row_to !== undefined || has('row-opened'),
    hrefOf,
    open(row) {
      const href = hrefOf(row)
      if (has('row-opened')) void emit('row-opened', { id: row['id'], row })
      else if (href) void navigate(href)
    },
    rowActions: props.row_actions ?? noActions,
    act: (key, row) => void emit('row-action', { key, id: row['id'], row }),
    toggleGroup: (key) =>
      setOpen((before) =>
        before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
      ),
    filterBy: props.filter_bar ? (column) => setAdding(column.key) : null,
    cursor,
    setCursor,
    editing,
    setEditing,
  }
  const narrowed = words !== '' || filters !== null || Boolean(props.search) || Boolean(props.filters)

  return (
    <div
      className={classes(styles.grid, props.height !== undefined && styles.fixed)}
      data-fill={props.height === undefined ? '' : undefined}
      style={{ height: props.height }}
    >
      {props.toolbar && (
        <GridToolbar
          grid={grid}
          view={view}
          model={model}
          all={columns}
          question={question}
          words={words}
          onWords={setWords}
          filters={filters}
          onFilters={setFilters}
          adding={adding}
          onAdding={setAdding}
          selected={selected}
          onClear={() => setSelection({})}
        />
      )}
      {data.sources}
      {data.error && data.items.length === 0 ? (
        <GridError error={data.error} onRetry={data.refetch} retrying={data.isFetching} />
      ) : data.isPending ? (
        <GridSkeleton density={props.density} bare />
      ) : data.items.length === 0 ? (
        ((slots.empty && !narrowed ? slots.empty : null) ?? (
          <GridEmpty
            model={model}
            words={props.empty}
            narrowed={narrowed}
            onClear={words !== '' || filters !== null ? () => (setWords(''), setFilters(null)) : undefined}
            onCreate={has('create') ? () => void emit('create') : undefined}
          />
        ))
      ) : narrow ? (
        <Suspense>
          <GridCards grid={grid} />
        </Suspense>
      ) : (
        <GridTable grid={grid} />
      )}
    </div>
  )
}

const noSort: never[] = []
const noActions: never[] = []

/** Fields asked for beside the columns, as far as this reader may read them. */
const extraFields = (model: ModelDescription, wanted: readonly string[]): string[] =>
  [...new Set([...wanted, ...(model.title_field ? [model.title_field] : [])])].filter((key) =>
    model.fields.some((field) => field.key === key),
  )

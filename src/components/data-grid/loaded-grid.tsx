import { lazy, Suspense, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { useVisitState } from '#engine/routing/visit-memory.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { classes } from '#ui/classes.ts'
import { LiveValuesContext } from '../live-values/live-values.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import { totalOf, type GridColumn } from './grid-columns.ts'
import { CurrentRow } from './current-row.tsx'
import { fitToRoom } from './fit-to-room.ts'
import { GridBody } from './grid-body.tsx'
import type { Grid, GridOthers } from './grid-context.ts'
import { useIsWaiting, useTellEdits } from './grid-edits.ts'
import { MarkStore } from './grid-marks.ts'
import { GridNews } from './grid-news.tsx'
import { actionsWidth, selectWidth } from './grid-layout.ts'
import { mostGroups } from './grid-query.ts'
import { GridToolbar } from './grid-toolbar.tsx'
import styles from './data-grid.module.css'
import { isNarrow, useMedia } from './use-media.ts'
import { useCellEdits, type CellEdits } from './use-cell-edits.ts'
import { useColumnTable } from './use-column-table.ts'
import { useElementWidth } from './use-element-width.ts'
import { useGridFrame } from './use-grid-frame.ts'
import { useGridLines, type LineView, type LinesInput } from './use-grid-lines.ts'
import { useGridQuestion } from './use-grid-question.ts'
import { useGridSettings } from './use-grid-settings.ts'
import { useNarrowing } from './use-narrowing.ts'
import type { SavedViews } from './use-saved-views.ts'
import { arrangementOf, viewSettings } from './view-settings.ts'

const PastRecord = lazy(() => import('./past-record.tsx').then((module) => ({ default: module.PastRecord })))

const UnsavedEdits = lazy(() =>
  import('./unsaved-edits.tsx').then((module) => ({ default: module.UnsavedEdits })),
)

/** From this width on, in pixels, there is room for a record beside the list. */
const detailFrom = 860
/** What stands around the list, in pixels. */
const edges = 2
/** Narrower than this, in pixels, records are cards; the place counts, not the window. */
const cardWidth = 560

interface LoadedGridProps {
  view: ViewProps<typeof dataGrid>
  model: ModelDescription
  columns: readonly GridColumn[]
  saved: SavedViews
  /** Offers to look at the past; null where nothing can be looked at so, or the layout offers it. */
  look: (() => void) | null
  /** Chooses the moment, once it is looked at. */
  past: ReactNode
}

/** The grid once its model is known. */
export function LoadedGrid({ view, model, columns: declared, saved, look, past }: LoadedGridProps) {
  const { props, emit, has, expose } = view
  const navigate = useNavigate()
  const { ask, dialogs } = useEngine()
  const box = useRef<HTMLDivElement>(null)
  const width = useElementWidth(box)
  const smallWindow = useMedia(isNarrow)
  const narrow = width === null || width === 0 ? smallWindow : width < cardWidth
  const coarse = useMedia('(pointer: coarse)')
  const writes = useRecordWrites(model.key)
  const { current } = saved
  const { remember } = props
  const [own, change, reset] = useGridSettings(remember && current ? `${remember}:${current.id}` : remember)
  const arranged = useMemo(
    () => ({ ...(current ? arrangementOf(current.settings) : {}), ...own }),
    [current, own],
  )
  const { totals } = arranged
  const columns = useMemo(
    () =>
      writes.readOnly || totals
        ? declared.map((column) => ({
            ...column,
            editable: column.editable && !writes.readOnly,
            total: totalOf(column.field, { [column.key]: column.total, ...totals }[column.key]),
          }))
        : declared,
    [declared, writes.readOnly, totals],
  )
  const settings = useMemo(() => ({ sort: props.sort ?? noSort, ...arranged }), [props.sort, arranged])
  const kept = `${view.id} ${model.key}`
  const { words, filters, setWords, setFilters, revert } = useNarrowing(current, model.key, kept)
  const [adding, setAdding] = useState<string | null>(null)
  const [selection, setSelection] = useState<ReadonlySet<string>>(noIds)
  const [openKeys, setOpenKeys] = useVisitState<readonly string[]>(`${kept} open`, () => noKeys)
  const open = useMemo(() => new Set(openKeys), [openKeys])
  const [marks] = useState(() => new MarkStore())
  const [seen, setSeen] = useState<LineView>({ name: '', from: 0, to: 0 })
  const [choosing, setChoosing] = useState(false)
  const [detail, setDetail] = useState(false)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const [others, setOthers] = useState(nobodyElse)
  const ownEdits = useCellEdits(model.key)
  // Once there, it stays while it sends what it is there for.
  const [hasUnsaved, setHasUnsaved] = useState(false)
  if (useIsWaiting(ownEdits.store) && !hasUnsaved) setHasUnsaved(true)
  const live = use(LiveValuesContext)
  useTellEdits(live, ownEdits.store)

  const groups = useMemo(() => {
    const keys = settings.group ?? (typeof props.group === 'string' ? [props.group] : (props.group ?? noKeys))
    return keys
      .map((wanted) => columns.find(({ key, groupable }) => key === wanted && groupable))
      .filter((column) => column !== undefined)
      .slice(0, mostGroups)
  }, [settings.group, props.group, columns])
  const question = useGridQuestion({ props, model, columns, filters, words, sort: settings.sort })
  const narrowed = words !== '' || filters !== null || Boolean(props.search) || Boolean(props.filters)
  // Found records stand alone: those above them may not be among what was found.
  const tree = props.tree !== undefined && !narrowed && groups.length === 0 ? props.tree : null
  // In a tree that begins open, what is noted are the records that were closed.
  const flipped = tree !== null && props.tree_open
  const isOpen = useCallback((key: string) => open.has(key) !== flipped, [open, flipped])
  const input = useMemo<LinesInput>(
    () => ({ question, groups, tree, isOpen }),
    [question, groups, tree, isOpen],
  )
  const lines = useGridLines(input, seen)
  const beside = (props.selectable ? selectWidth : 0) + (props.row_actions?.length ? actionsWidth : 0)
  const fitted = useMemo(
    () => fitToRoom(columns, settings, (width ?? 0) - edges - beside),
    [columns, settings, width, beside],
  )
  const { table, layout } = useColumnTable(fitted, settings, change)
  const isSorted = settings.sort !== (props.sort ?? noSort) && settings.sort.length > 0
  const inOrder = !isSorted && groups.length === 0 && !writes.readOnly && !props.as_of
  const frame = useGridFrame({
    view,
    model,
    columns,
    layout,
    settings,
    coarse,
    narrow,
    tree: tree !== null,
    inOrder,
  })

  const selected = useMemo(() => [...selection], [selection])
  useEffect(() => {
    expose('selection', selected)
    if (has('selection-changed') && selected.length > 0) void emit('selection-changed', { ids: selected })
    // Tells of the choice, not of a new `emit`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])
  const tellRow = useCallback((row: Row | null) => expose('selected', row), [expose])
  useEffect(() => expose('count', lines.total), [expose, lines.total])

  const { name } = lines
  const told = useRef(seen)
  const onView = useCallback(
    (from: number, to: number) => {
      // Rounded, so that a turn of the wheel asks for nothing and draws nothing here.
      const view = { name, from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step }
      const before = told.current
      if (before.name === name && before.from === view.from && before.to === view.to) return
      told.current = view
      setSeen(view)
    },
    [name],
  )
  const toggle = useCallback(
    (key: string) =>
      setOpenKeys((before) =>
        before.includes(key) ? before.filter((one) => one !== key) : [...before, key],
      ),
    [setOpenKeys],
  )
  const mayDetail =
    !narrow &&
    (settings.kind ?? 'grid') === 'grid' &&
    props.detail &&
    !props.as_of &&
    (width ?? 0) >= detailFrom
  const edits = useMemo<CellEdits>(
    () => ({
      ...ownEdits,
      async save(row, column, value, label, seen) {
        const taken = await ownEdits.save(row, column, value, label, seen)
        if (taken) void emit('cell-edited', { id: row['id'], field: column.key, value })
        return taken
      },
    }),
    [ownEdits, emit],
  )
  const grid: Grid = {
    ...frame,
    frame,
    all: columns,
    table,
    lines,
    groups,
    settings,
    change,
    reset,
    edits,
    live,
    others,
    ask,
    open(row) {
      if (props.as_of) return setLookedAt(String(row['id']))
      const href = frame.hrefOf(row)
      if (has('row-opened')) void emit('row-opened', { id: row['id'], row })
      else if (href) void navigate(href)
    },
    kept,
    go: (href) => void navigate(href),
    toggle,
    isOpen,
    look,
    filterBy: props.filter_bar ? (column) => setAdding(column.key) : null,
    selection,
    select: setSelection,
    marks,
    get cursor() {
      return marks.read().cursor
    },
    setCursor: (cursor) => marks.set({ cursor }),
    get editing() {
      return marks.read().editing
    },
    setEditing: (editing) => marks.set({ editing }),
    get filling() {
      return marks.read().filling
    },
    setFilling: (filling) => marks.set({ filling }),
    mayChoose: props.selectable,
    choosing: choosing && narrow,
    setChoosing,
    detail: mayDetail ? detail : null,
    setDetail,
    confirm: (asked) => dialogs.ask({ ...asked, danger: false, type: null }),
  }

  // Drawn anew only when it shows something else: lines come into sight many times a second.
  const toolbar = useMemo(
    () =>
      props.toolbar && (
        <GridToolbar
          grid={grid}
          view={view}
          model={model}
          question={question}
          words={words}
          onWords={setWords}
          filters={filters}
          onFilters={setFilters}
          adding={adding}
          onAdding={setAdding}
          saved={saved}
          now={viewSettings(arranged, filters, words)}
          onRevert={() => (reset(), revert())}
          onSaved={reset}
          narrow={narrow}
          selected={selected}
          onClear={() => (setSelection(noIds), setChoosing(false))}
        />
      ),
    // What it asks the grid beside these does not change without them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      frame,
      view,
      question,
      settings,
      groups,
      lines.total,
      name,
      words,
      filters,
      adding,
      saved,
      arranged,
      selected,
      choosing,
      narrow,
      detail,
      mayDetail,
      look,
      others.faces,
    ],
  )

  return (
    <div
      ref={box}
      className={classes(styles.grid, props.height !== undefined && styles.fixed)}
      data-fill={props.height === undefined ? '' : undefined}
      style={narrow ? undefined : { height: props.height }}
    >
      {past}
      {toolbar}
      {hasUnsaved && (
        <Suspense>
          <UnsavedEdits edits={ownEdits} />
        </Suspense>
      )}
      <CurrentRow grid={grid} onRow={tellRow} />
      {props.as_of && lookedAt && (
        <Suspense>
          <PastRecord model={model} id={lookedAt} at={props.as_of} onClose={() => setLookedAt(null)} />
        </Suspense>
      )}
      {!props.as_of && <GridNews grid={grid} view={view} onOthers={setOthers} />}
      <GridBody
        grid={grid}
        view={view}
        model={model}
        question={question}
        narrow={narrow}
        narrowed={narrowed}
        filters={filters}
        onFilters={setFilters}
        onClear={words !== '' || filters !== null ? () => (setWords(''), setFilters(null)) : undefined}
        onView={onView}
      />
    </div>
  )
}

/** Lines in sight are told of in steps of this many. */
const step = 100
const nobodyElse: GridOthers = { faces: null, marks: new Map() }
const noIds: ReadonlySet<string> = new Set()
const noSort: never[] = []
const noKeys: readonly string[] = []

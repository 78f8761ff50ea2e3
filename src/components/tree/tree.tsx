import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Row } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fillUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { tree } from './tree.definition.ts'
import styles from './tree.module.css'
import { TreeContext, type TreeShared } from './tree-context.ts'
import { TreeLevel } from './tree-level.tsx'
import { useReveal } from './use-reveal.ts'
import { useTreeMemory } from './use-tree-memory.ts'
import { useTreeChoice, type Placed } from './use-tree-choice.ts'
import { treeKey } from './tree-keys.ts'

/** Records under each other. Arrow keys walk and open; a level is asked for when it is opened. */
export function Tree({ props, emit, has, expose, pending }: ViewProps<typeof tree>) {
  const t = useTranslate()
  const navigate = useNavigate()
  const model = useModel(props.model)
  const writes = useRecordWrites(props.model)
  const list = useRef<HTMLUListElement>(null)
  const [own, setOwn] = useState<string | null>(null)
  const [moving, setMoving] = useState<readonly Row[] | null>(null)
  // Until the server has answered the tree shows them where they were: they would be moved again.
  const [onItsWay, setOnItsWay] = useState(false)
  const choice = useTreeChoice()
  const seen = useRef(new Map<string, Placed>())
  const dragged = useRef(new Set<string>())
  const inSight = useCallback((id: string, placed: Placed) => {
    const all = seen.current
    all.set(id, placed)
    // It may stand at another place by now.
    return () => void (all.get(id) === placed && all.delete(id))
  }, [])
  const selected = props.selected === undefined ? own : props.selected
  useEffect(() => expose('selected', selected), [expose, selected])

  // A tree that is told what its records are called need not wait for the model, which may come after the first of them.
  const title = props.title ?? (model.data && (model.data.title_field ?? 'id')) ?? null
  const shape = useMemo(
    () =>
      title === null
        ? null
        : {
            model: props.model,
            parent: props.parent,
            title,
            note: props.note ?? null,
            where: props.where ?? null,
            sort: props.sort ?? [],
          },
    [props.model, props.parent, title, props.note, props.where, props.sort],
  )
  const { open, setOpen, leave, arrive } = useTreeMemory(shape)
  const revealing = useReveal(shape, selected ?? null, (ids) =>
    setOpen((before) => new Set([...before, ...ids])),
  )
  if (model.error && !model.data) {
    return (
      <ErrorState
        compact
        title={t('This tree could not be read')}
        onRetry={model.refetch}
        requestId={model.error.requestId ?? undefined}
      >
        {t(model.error.message)}
      </ErrorState>
    )
  }
  if (!shape || pending) return <Skeleton lines={6} />

  const parent = model.data?.fields.find(({ key }) => key === props.parent)
  const mayMove = model.data?.can.update && parent?.read_only === false && !writes.readOnly
  const movable = props.movable && mayMove === true
  const move = async (rows: readonly Row[], above: string | null): Promise<void> => {
    const away = rows.filter((row) => row['id'] !== above && (row[props.parent] ?? null) !== above)
    if (away.length === 0) return
    const changes = away.map((row) => ({
      id: String(row['id']),
      values: { [props.parent]: above },
      base: { [props.parent]: idOrNull(row[props.parent]) },
    }))
    const [first] = changes
    setOnItsWay(true)
    try {
      // One request for all of them, so that all move or none, and one step takes it back.
      if (changes.length === 1 && first)
        await writes.update(first.id, first.values, first.base, { success: t('Moved') })
      else await writes.updateMany(changes, { success: t('{{count}} moved', { count: changes.length }) })
    } finally {
      setOnItsWay(false)
    }
    choice.clear()
    if (above !== null) setOpen((before) => new Set([...before, above]))
    for (const { id } of changes) void emit('moved', { id, parent: above })
  }
  const openRow = (row: Row): void => {
    const id = String(row['id'])
    setOwn(id)
    // Where the choice is an address, this tree may be drawn anew: the keys go on from there.
    if (list.current?.contains(document.activeElement)) leave(id)
    const href = props.item_to ? fillUrl(props.item_to, row) : undefined
    if (has('selected')) void emit('selected', { id, row })
    else if (href) void navigate(href)
  }
  const point: TreeShared['point'] = (id, how) => {
    const placed = seen.current.get(id)
    if (!placed) return
    if (movable && how.range) {
      const from = choice.from ?? how.from ?? selected ?? id
      choice.set(rangeOf(list.current, seen.current, from, id), from)
    } else if (movable && how.add) choice.toggle(placed)
    else {
      choice.clear()
      openRow(placed.row)
    }
  }
  const shared: TreeShared = {
    shape,
    icon: props.icon ?? null,
    open,
    selected,
    movable,
    empty: props.empty,
    setOpen: (id, now) =>
      setOpen((before) =>
        now ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id)),
      ),
    choice,
    inSight,
    arrive,
    point,
    move: (rows, above) => {
      if (!onItsWay) move(rows, above).catch(() => undefined) // the write has said it
    },
    drag: (rows) => void (dragged.current = new Set(rows.map((row) => String(row['id'])))),
    takes: (id, above) => ![id, ...above].some((one) => dragged.current.has(one)),
    askMove: setMoving,
    create: has('create') ? () => void emit('create') : null,
  }
  return (
    <TreeContext value={shared}>
      {revealing.error && (
        <ErrorState
          compact
          title={t('The place of what is chosen could not be read')}
          onRetry={revealing.retry}
        >
          {t(revealing.error.message)}
        </ErrorState>
      )}
      {choice.ids.size > 0 && (
        <div className={styles.bar} role="toolbar" aria-label={t('Chosen records')}>
          <strong aria-live="polite">{t('{{count}} chosen', { count: choice.ids.size })}</strong>
          <Button size="compact" icon="move" onClick={() => setMoving(choice.topmost())}>
            {t('Move to …')}
          </Button>
          <Button size="compact" variant="ghost" onClick={choice.clear}>
            {t('Clear choice')}
          </Button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the tree pattern of ARIA */}
      <ul
        ref={list}
        role="tree"
        aria-label={props.label ?? model.data?.label}
        aria-multiselectable={movable || undefined}
        aria-busy={onItsWay || undefined}
        className={styles.tree}
        onKeyDown={(event) => treeKey(event, list.current, shared)}
      >
        <TreeLevel path={top} depth={0} />
      </ul>
      {moving && parent && (
        <MoveDialog
          rows={moving}
          parent={props.place ? { ...parent, target_title: props.place } : parent}
          where={props.where}
          title={String(moving[0]?.[shape.title] ?? '')}
          onClose={() => setMoving(null)}
          onMove={(above) => move(moving, above)}
        />
      )}
    </TreeContext>
  )
}

const top: readonly string[] = []

/** The records in sight from one to another, both with them, in either order. */
function rangeOf(
  tree: HTMLElement | null,
  seen: ReadonlyMap<string, Placed>,
  from: string,
  to: string,
): Placed[] {
  const ids = [...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])].map(
    (item) => item.dataset['treeItem'] ?? '',
  )
  const ends = [ids.indexOf(from), ids.indexOf(to)].filter((at) => at >= 0)
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1).flatMap((id) => seen.get(id) ?? [])
}

const idOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

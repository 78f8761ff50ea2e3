import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Row } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
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
import { treeKey } from './tree-keys.ts'

/** Records under each other. Arrow keys walk and open; a level is asked for when it is opened. */
export function Tree({ props, emit, has, expose, pending }: ViewProps<typeof tree>) {
  const t = useTranslate()
  const navigate = useNavigate()
  const model = useModel(props.model)
  const writes = useRecordWrites(props.model)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [own, setOwn] = useState<string | null>(null)
  const [moving, setMoving] = useState<Row | null>(null)
  const selected = props.selected === undefined ? own : props.selected
  useEffect(() => expose('selected', selected), [expose, selected])

  const shape = useMemo(
    () =>
      model.data && {
        model: model.data,
        parent: props.parent,
        title: props.title ?? model.data.title_field ?? 'id',
        note: props.note ?? null,
        where: props.where ?? null,
        sort: props.sort ?? [],
      },
    [model.data, props.parent, props.title, props.note, props.where, props.sort],
  )
  const revealing = useReveal(shape ?? null, selected ?? null, (ids) =>
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

  const parent = shape.model.fields.find(({ key }) => key === props.parent)
  const movable = props.movable && shape.model.can.update && parent?.read_only === false && !writes.readOnly
  const move = async (row: Row, above: string | null): Promise<void> => {
    if (row['id'] === above || (row[props.parent] ?? null) === above) return
    await writes.update(
      String(row['id']),
      { [props.parent]: above },
      { [props.parent]: idOrNull(row[props.parent]) },
      { success: t('Moved') },
    )
    if (above !== null) setOpen((before) => new Set([...before, above]))
    void emit('moved', { id: row['id'], parent: above })
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
    select(row) {
      const id = String(row['id'])
      setOwn(id)
      const href = props.item_to ? fillUrl(props.item_to, row) : undefined
      if (has('selected')) void emit('selected', { id, row })
      else if (href) void navigate(href)
    },
    move: (row, above) => void move(row, above).catch(() => undefined), // the write has said it
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the tree pattern of ARIA */}
      <ul
        ref={list}
        role="tree"
        aria-label={props.label ?? shape.model.label}
        className={styles.tree}
        onKeyDown={(event) => treeKey(event, list.current, shared)}
      >
        <TreeLevel above={null} depth={0} />
      </ul>
      {moving && parent && (
        <MoveDialog
          row={moving}
          parent={parent}
          title={String(moving[shape.title] ?? '')}
          onClose={() => setMoving(null)}
          onMove={(above) => move(moving, above)}
        />
      )}
    </TreeContext>
  )
}

const idOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

import { useDraggable } from '@dnd-kit/core'
import type { CSSProperties } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { DragData } from '../drag/drag-data.ts'
import { useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import { nodeHint, nodeTitle, slotTitle } from '../state/node-names.ts'
import { slotsOf } from '../state/places.ts'
import type { OutlineRow } from './outline-rows.ts'
import styles from './outline.module.css'

interface RowProps<Kind extends OutlineRow['kind']> {
  row: OutlineRow & { kind: Kind }
  current: boolean
  onChoose: () => void
}

const indent = (level: number): CSSProperties => ({ '--level': level - 1 }) as CSSProperties

/** A part: its icon, its name, what it says of itself, and what is wrong with it. */
export function OutlineNode({
  row,
  current,
  onChoose,
  onToggle,
}: RowProps<'node'> & { onToggle: () => void }) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const { id, level, open } = row
  const node = layout.nodes[id]
  const hasProblem = useEditor((state) => state.problems.some((problem) => problem.node === id))
  const isTarget = useEditor((state) => state.target?.parent === id)
  const data: DragData = { node: id }
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: `outline:${id}`,
    data,
    disabled: id === layout.root,
  })
  const hint = nodeHint(layout, id)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree itself handles the keys
    <div
      ref={setNodeRef}
      {...listeners}
      aria-describedby={attributes['aria-describedby']}
      role="treeitem"
      aria-level={level}
      aria-selected={current}
      aria-expanded={open ?? undefined}
      tabIndex={current ? 0 : -1}
      className={styles.row}
      style={indent(level)}
      data-row={row.key}
      data-outline-row={id}
      data-slots={slotsOf(store, layout, id).join(' ')}
      data-target={isTarget || undefined}
      data-dragging={isDragging || undefined}
      onClick={onChoose}
    >
      {open === null ? (
        <span className={styles.toggle} />
      ) : (
        // The keyboard opens and closes with the arrows, as in every tree.
        <span
          className={styles.toggle}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        </span>
      )}
      <Icon name={store.components[node?.component ?? '']?.icon ?? 'square'} className={styles.icon} />
      <span className={styles.name}>{t(nodeTitle(store, layout, id))}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
      <span className={styles.marks}>
        {node?.each && <Icon name="sync" label={t('Repeats')} />}
        {node?.when && <Icon name="eye" label={t('Shows only sometimes')} />}
        {hasProblem && <Icon name="error" label={t('Has a problem')} className={styles.problem} />}
      </span>
      <TargetLine id={id} />
    </div>
  )
}

/** A slot of a part that has several: choose it to add into it. */
export function OutlineSlot({ row, current, onChoose }: RowProps<'slot'>) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const isTarget = useEditor(({ target }) => target?.parent === row.parent && target.slot === row.slot)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree itself handles the keys
    <div
      role="treeitem"
      aria-level={row.level}
      aria-selected={current}
      tabIndex={current ? 0 : -1}
      className={styles.slot}
      style={indent(row.level)}
      data-row={row.key}
      data-outline-row={row.parent}
      data-slot={row.slot}
      data-target={isTarget || undefined}
      onClick={onChoose}
    >
      <span className={styles.name}>{t(slotTitle(store, layout, row.parent, row.slot))}</span>
      {row.empty && <span className={styles.hint}>{t('empty')}</span>}
    </div>
  )
}

/** The line before or after this row where what is dragged would drop. */
function TargetLine({ id }: { id: string }) {
  const layout = useEditedLayout()
  const where = useEditor(({ target }) => {
    const siblings = target && layout.nodes[target.parent]?.slots?.[target.slot]
    if (!siblings) return null
    if (siblings[target.index] === id) return 'before'
    return target.index === siblings.length && siblings.at(-1) === id ? 'after' : null
  })
  return where && <span className={styles.line} data-where={where} aria-hidden />
}

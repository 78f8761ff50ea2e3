import { useDraggable } from '@dnd-kit/core'
import type { RefObject } from 'react'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { placeOf } from '../changes/place.ts'
import type { DragData } from '../drag/drag-data.ts'
import { select, useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import { duplicateSelected, placeTowards, removeSelected, step } from '../state/node-commands.ts'
import { nodeTitle } from '../state/node-names.ts'
import styles from './canvas.module.css'
import { useBox } from './use-box.ts'

interface OverlayProps {
  stage: HTMLElement
  canvas: RefObject<HTMLElement | null>
}

function useNodeBox({ stage, canvas }: OverlayProps, id: string | null) {
  return useBox(stage, canvas, (parts) => (id === null ? null : parts.boxOfNode(id)), id)
}

/** The edge around the hovered node, with its name. */
export function HoverOutline({ id, ...refs }: OverlayProps & { id: string | null }) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const shown = useEditor((state) => (id === state.selected || state.target ? null : id))
  const box = useNodeBox(refs, shown)
  if (!box || shown === null) return null
  return (
    <div className={styles.hover} style={box} aria-hidden>
      <span className={styles.hoverName} data-inside={box.top < 20 || undefined}>
        {t(nodeTitle(store, layout, shown))}
      </span>
    </div>
  )
}

/** The edge around the chosen node, with a handle to drag it by and what can be done to it. */
export function SelectionOutline(refs: OverlayProps) {
  const layout = useEditedLayout()
  const selected = useEditor((state) => state.selected)
  const isDragging = useEditor((state) => state.target !== null)
  const box = useNodeBox(refs, selected)
  const parent = placeOf(layout, selected)?.parent
  if (!box) return null
  return (
    <div className={styles.selection} style={box} data-dragging={isDragging || undefined}>
      {/* The whole screen has none: nothing can be done to it here, and they would lie over its title. */}
      {parent !== undefined && <Tools id={selected} parent={parent} isAtTop={box.top < 32} />}
    </div>
  )
}

function Tools({ id, parent, isAtTop }: { id: string; parent: string; isAtTop: boolean }) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  return (
    <div className={styles.tag} data-inside={isAtTop || undefined} data-canvas-tool>
      <Handle id={id} title={t(nodeTitle(store, layout, id))} />
      <IconButton
        size="compact"
        icon="outdent"
        label={t('Choose {{part}} around it', { part: t(nodeTitle(store, layout, parent)) })}
        onClick={() => select(store, parent)}
      />
      <IconButton
        size="compact"
        icon="arrow-up"
        label={t('Move up')}
        disabled={!placeTowards(store, id, 'up')}
        onClick={() => step(store, id, 'up')}
      />
      <IconButton
        size="compact"
        icon="arrow-down"
        label={t('Move down')}
        disabled={!placeTowards(store, id, 'down')}
        onClick={() => step(store, id, 'down')}
      />
      <IconButton
        size="compact"
        icon="copy"
        label={t('Duplicate')}
        onClick={() => duplicateSelected(store, id)}
      />
      <IconButton size="compact" icon="trash" label={t('Remove')} onClick={() => removeSelected(store, id)} />
    </div>
  )
}

// The pointer's way only: the keyboard moves parts with Alt and the arrows, and from the outline.
function Handle({ id, title }: { id: string; title: string }) {
  const data: DragData = { node: id }
  const { setNodeRef, listeners } = useDraggable({ id: `canvas:${id}`, data })
  return (
    <span ref={setNodeRef} {...listeners} className={styles.handle}>
      <Icon name="grip" />
      {title}
    </span>
  )
}

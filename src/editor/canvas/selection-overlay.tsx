import { useDraggable } from '@dnd-kit/core'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import { duplicateSelected, placeTowards, removeSelected, step } from '../state/node-commands.ts'
import styles from './canvas.module.css'
import { contentBox, nodeElement, within, type Box } from './measure.ts'

/** Where a node stands in the canvas, followed while it moves or grows. */
function useBoxOf(canvas: RefObject<HTMLElement | null>, id: string | null): Box | null {
  const layout = useEditedLayout()
  const [box, setBox] = useState<Box | null>(null)
  useLayoutEffect(() => {
    const root = canvas.current
    if (!root || id === null) return setBox(null)
    const measure = (): void => {
      const element = nodeElement(root, id)
      const content = element && contentBox(element)
      const next = content && within(root, content)
      setBox((known) => (known && next && JSON.stringify(known) === JSON.stringify(next) ? known : next))
    }
    measure()
    // Content arrives late (data, lazy views) and moves what stands below it.
    const resized = new ResizeObserver(measure)
    resized.observe(root)
    const changed = new MutationObserver(measure)
    changed.observe(root, { childList: true, subtree: true, characterData: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [canvas, id, layout])
  return box
}

/** The edge around the hovered node. */
export function HoverOutline({ canvas, id }: { canvas: RefObject<HTMLElement | null>; id: string | null }) {
  const selected = useEditor((state) => state.selected)
  const box = useBoxOf(canvas, id === selected ? null : id)
  return box && <div className={styles.hover} style={box} aria-hidden />
}

/** The edge around the chosen node, with its name, a handle to drag it by, and what can be done to it. */
export function SelectionOutline({ canvas }: { canvas: RefObject<HTMLElement | null> }) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const selected = useEditor((state) => state.selected)
  const box = useBoxOf(canvas, selected)
  const t = useTranslate()
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `canvas:${selected}`,
    data: { node: selected },
    disabled: selected === layout.root,
  })
  if (!box) return null
  const component = layout.nodes[selected]?.component ?? ''
  const title = t(store.components[component]?.title ?? component)
  const isRoot = selected === layout.root
  return (
    <div className={styles.selection} style={box} data-dragging={isDragging || undefined}>
      <div className={styles.tag} data-below={box.top < 30 || undefined}>
        {/* The pointer's way only: the keyboard moves parts with Alt and the arrows, the outline with its own handles. */}
        <span ref={setNodeRef} {...listeners} className={styles.handle} data-root={isRoot || undefined}>
          {!isRoot && <Icon name="grip" size={16} />}
          {title}
        </span>
        {!isRoot && (
          <>
            <IconButton
              size="compact"
              icon="chevron-up"
              label={t('Move up')}
              disabled={!placeTowards(store, selected, 'up')}
              onClick={() => step(store, selected, 'up')}
            />
            <IconButton
              size="compact"
              icon="chevron-down"
              label={t('Move down')}
              disabled={!placeTowards(store, selected, 'down')}
              onClick={() => step(store, selected, 'down')}
            />
            <IconButton
              size="compact"
              icon="copy"
              label={t('Duplicate')}
              onClick={() => duplicateSelected(store, selected)}
            />
            <IconButton
              size="compact"
              icon="trash"
              label={t('Remove')}
              onClick={() => removeSelected(store, selected)}
            />
          </>
        )}
      </div>
    </div>
  )
}

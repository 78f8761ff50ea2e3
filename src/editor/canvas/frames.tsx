import { Fragment, useMemo, type ReactNode } from 'react'
import type { EditingFrames } from '#engine/rendering/screen-context.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { layoutOf, useEditorStore, type EditorStore } from '../state/editor-store.ts'
import { slotTitle } from '../state/node-names.ts'
import { mainSlot } from '../state/places.ts'
import { useCanvasParts } from './canvas-parts.ts'
import styles from './canvas.module.css'

function NodeFrame({ id, children }: { id: string; children: ReactNode }) {
  const parts = useCanvasParts()
  const ref = useMemo(() => parts.joinNode(id), [parts, id])
  return <Fragment ref={ref}>{children}</Fragment>
}

interface SlotFrameProps {
  node: string
  slot: string
  ids: readonly string[]
  children: ReactNode
}

function SlotFrame({ node, slot, ids, children }: SlotFrameProps) {
  const store = useEditorStore()
  const parts = useCanvasParts()
  const t = useTranslate()
  const ref = useMemo(() => parts.joinSlot(node, slot), [parts, node, slot])
  return (
    <Fragment ref={ref}>
      {children}
      {ids.length === 0 && (
        <div className={styles.emptySlot}>
          <Icon name="plus" />
          {t(slotTitle(store, layoutOf(store), node, slot))}
        </div>
      )}
    </Fragment>
  )
}

/**
 * What the canvas draws around every node and slot: nothing that has a box, but for a place to drop where a slot is empty. Of
 * empty slots only the main one of an empty part shows, and the one that is pointed at (`<node>/<slot>`): the others
 * would push aside what is there.
 */
export const editingFrames = (store: EditorStore, pointedAt: string | null): EditingFrames => ({
  Node: NodeFrame,
  Slot: SlotFrame,
  shows: (node, slot) => pointedAt === `${node}/${slot}` || mainSlot(store, layoutOf(store), node) === slot,
})

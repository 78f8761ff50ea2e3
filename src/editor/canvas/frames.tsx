import type { ReactNode } from 'react'
import type { EditingFrames } from '#engine/rendering/screen-context.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { layoutOf, useEditorStore, type EditorStore } from '../state/editor-store.ts'
import { slotTitle } from '../state/node-names.ts'
import { mainSlot } from '../state/places.ts'
import styles from './canvas.module.css'

function NodeFrame({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={styles.node} data-node={id}>
      {children}
    </div>
  )
}

interface SlotFrameProps {
  node: string
  slot: string
  ids: readonly string[]
  children: ReactNode
}

function SlotFrame({ node, slot, ids, children }: SlotFrameProps) {
  const store = useEditorStore()
  const t = useTranslate()
  return (
    <div className={styles.slot} data-slot-of={node} data-slot={slot}>
      {children}
      {ids.length === 0 && (
        <div className={styles.emptySlot} data-empty-slot>
          <Icon name="plus" />
          {t(slotTitle(store, layoutOf(store), node, slot))}
        </div>
      )}
    </div>
  )
}

/**
 * What the canvas draws around every node and slot: marks without a box, and a place to drop where a slot is empty. Of
 * empty slots only the main one of an empty part shows, and the one that is pointed at (`<node>/<slot>`): the others
 * would push aside what is there.
 */
export const editingFrames = (store: EditorStore, pointedAt: string | null): EditingFrames => ({
  Node: NodeFrame,
  Slot: SlotFrame,
  shows: (node, slot) => pointedAt === `${node}/${slot}` || mainSlot(store, layoutOf(store), node) === slot,
})

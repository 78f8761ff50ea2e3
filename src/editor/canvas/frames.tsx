import type { ReactNode } from 'react'
import type { EditingFrames } from '#engine/rendering/screen-context.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEditorStore } from '../state/editor-store.ts'
import styles from './canvas.module.css'

function NodeFrame({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={styles.node} data-node={id}>
      {children}
    </div>
  )
}

function SlotFrame({
  node,
  slot,
  ids,
  children,
}: {
  node: string
  slot: string
  ids: readonly string[]
  children: ReactNode
}) {
  const store = useEditorStore()
  const t = useTranslate()
  const { history } = store.getState()
  const component = history.layout.nodes[node]?.component ?? ''
  const title = store.components[component]?.slots[slot]?.title ?? slot
  return (
    <div className={styles.slot} data-slot-of={node} data-slot={slot}>
      {children}
      {ids.length === 0 && (
        <div className={styles.emptySlot}>
          <Icon name="plus" size={16} />
          {t(title)}
        </div>
      )}
    </div>
  )
}

/** What the canvas draws around every node and slot: marks without a box, and a place to drop where a slot is empty. */
export const editingFrames: EditingFrames = { Node: NodeFrame, Slot: SlotFrame }

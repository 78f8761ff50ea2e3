import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
} from '@dnd-kit/core'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useCanvasParts } from '../canvas/canvas-parts.ts'
import { fieldOf } from '../canvas/field-of.ts'
import { placeAt } from '../canvas/measure.ts'
import type { Place } from '../changes/place.ts'
import { outlinePlaceAt } from '../panels/outline-place.ts'
import { layoutOf, useEditorStore, type EditorStore } from '../state/editor-store.ts'
import { insertComponent, moveTo } from '../state/node-commands.ts'
import { mayStand } from '../state/places.ts'
import { dragDataOf, thingOf, type DragData } from './drag-data.ts'
import styles from './drag-layer.module.css'
import { scrollAtEdge } from './scroll-at-edge.ts'
import { stepThroughPlaces } from './step-through-places.ts'
import { useAnnouncements } from './use-announcements.ts'

interface DragLayerProps {
  canvas: RefObject<HTMLElement | null>
  children: ReactNode
}

const keys = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

/**
 * Lets parts be dragged from the palette, the outline and the canvas to any place in the canvas or the outline: by
 * pointer, or with Space and the arrows, which walk through all places one by one.
 */
export function DragLayer({ canvas, children }: DragLayerProps) {
  const store = useEditorStore()
  const parts = useCanvasParts()
  const t = useTranslate()
  const [dragged, setDragged] = useState<DragData | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A finger that moves at once scrolls the list.
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: keys,
      coordinateGetter: stepThroughPlaces(store, parts),
    }),
  )
  const accessibility = useAnnouncements()
  useFollow(canvas, dragged)

  const stop = (): void => {
    setDragged(null)
    store.setState({ target: null })
  }
  const drop = (active: Active): void => {
    const data = dragDataOf(active)
    const { target } = store.getState()
    stop()
    if (!data || !target) return
    if ('node' in data) moveTo(store, data.node, target)
    else insertComponent(store, data.sample, target)
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={accessibility}
      autoScroll={false}
      onDragStart={({ active }) => setDragged(dragDataOf(active) ?? null)}
      onDragEnd={({ active }) => drop(active)}
      onDragCancel={stop}
    >
      {children}
      <DragOverlay dropAnimation={null} className={styles.overlay ?? ''}>
        {dragged && <DraggedThing data={dragged} t={t} store={store} />}
      </DragOverlay>
    </DndContext>
  )
}

interface DraggedThingProps {
  data: DragData
  store: EditorStore
  t: (text: string) => string
}

function DraggedThing({ data, store, t }: DraggedThingProps) {
  const type = 'node' in data ? layoutOf(store).nodes[data.node]?.component : data.sample.component
  const component = store.components[type ?? '']
  return (
    <div className={styles.thing}>
      <Icon name={component?.icon ?? 'square'} />
      {t(component?.title ?? type ?? '')}
    </div>
  )
}

// The library's own delta counts scrolling too; where the pointer is says only the pointer. The keyboard names its places
// itself (`stepThroughPlaces`).
function useFollow(canvas: RefObject<HTMLElement | null>, data: DragData | null): void {
  const store = useEditorStore()
  const parts = useCanvasParts()
  useEffect(() => {
    if (!data) return undefined
    const takes = (place: Place): boolean => mayStand(store, thingOf(data), place)
    const scroller = scrollAtEdge()
    const follow = ({ clientX: x, clientY: y }: PointerEvent): void => {
      const screen = canvas.current
      if (!screen) return
      scroller.at(x, y)
      const target = isOver(screen, x, y)
        ? placeAt(fieldOf(store, parts), x, y, takes)
        : outlinePlaceAt({ x, y }, layoutOf(store), takes)
      store.setState({ target })
    }
    window.addEventListener('pointermove', follow)
    return () => {
      scroller.stop()
      window.removeEventListener('pointermove', follow)
    }
  }, [store, parts, canvas, data])
}

function isOver(canvas: HTMLElement, x: number, y: number): boolean {
  const box = canvas.parentElement?.getBoundingClientRect()
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

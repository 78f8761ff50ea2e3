import { useMemo, useRef, useState, type MouseEvent, type RefObject } from 'react'
import type { LayoutDocument } from '#engine/rendering/layout-document.ts'
import { Screen } from '#engine/rendering/screen.tsx'
import { useTranslate } from '#ui/translate.ts'
import { layoutOf, select, useEditor, useEditorStore } from '../state/editor-store.ts'
import { useCanvasParts } from './canvas-parts.ts'
import styles from './canvas.module.css'
import { DropLine } from './drop-line.tsx'
import { fieldOf } from './field-of.ts'
import { editingFrames } from './frames.tsx'
import { emptySlotAt, nodeAt } from './measure.ts'
import { HoverOutline, SelectionOutline } from './selection-overlay.tsx'
import { stageSize, useInnerSize } from './stage-size.ts'
import { useWidthRules } from './width-rules.ts'

interface CanvasProps {
  document: LayoutDocument
  /** The element the screen is drawn in, for those who drag over it. */
  canvas: RefObject<HTMLDivElement | null>
}

/** The screen itself, drawn with its real data; a click chooses a part instead of using it. */
export function Canvas({ document, canvas }: CanvasProps) {
  const t = useTranslate()
  const editing = useEditor((state) => state.mode === 'edit')
  const breakpoint = useEditor((state) => state.breakpoint)
  const params = useEditor((state) => state.params)
  const [hovered, setHovered] = useState<string | null>(null)
  const desk = useRef<HTMLElement>(null)
  // What lies over the screen measures it, so it waits until the stage is there.
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const room = useInnerSize(desk)
  const size = room && stageSize(room, breakpoint, editing)
  const frames = useFrames()
  useWidthRules()
  const pointer = usePointer(editing, setHovered)
  // Another source or start value is another screen: it begins anew, but not at every prop.
  const { sources, state } = document.layout
  const screenKey = useMemo(
    () => JSON.stringify([sources, state, editing, params]),
    [sources, state, editing, params],
  )
  return (
    <section
      ref={desk}
      className={styles.desk}
      tabIndex={editing ? 0 : undefined}
      aria-label={editing ? t('Canvas: arrow keys choose a part') : t('Preview')}
      data-editor-walk
      {...pointer}
    >
      {size && (
        <div
          ref={setStage}
          className={styles.stage}
          style={{ width: size.width * size.scale, height: size.height * size.scale }}
        >
          <section
            className={styles.screen}
            // What is inside cannot take the focus while it is edited, so the keyboard scrolls it from here.
            {...(editing && { tabIndex: 0, 'aria-label': t('Edited screen') })}
            data-drag-scroller
            style={{ width: size.width, height: size.height, transform: `scale(${size.scale})` }}
          >
            <div ref={canvas} className={styles.content} inert={editing} data-canvas-screen>
              <Screen
                key={screenKey}
                document={document}
                params={params}
                {...(editing && { editing: frames })}
                {...(breakpoint && { breakpoint })}
              />
            </div>
          </section>
          {editing && stage && (
            <div className={styles.overlay}>
              <HoverOutline stage={stage} canvas={canvas} id={hovered} />
              <SelectionOutline stage={stage} canvas={canvas} />
              <DropLine stage={stage} canvas={canvas} />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function useFrames() {
  const store = useEditorStore()
  const pointedAt = useEditor(({ target, place }) => {
    const at = target ?? place
    return at && `${at.parent}/${at.slot}`
  })
  return useMemo(() => editingFrames(store, pointedAt), [store, pointedAt])
}

// The screen is inert while it is edited, so a click meets the desk and the part is found by where it stands.
function usePointer(editing: boolean, setHovered: (id: string | null) => void) {
  const store = useEditorStore()
  const parts = useCanvasParts()
  const frame = useRef(0)
  if (!editing) return {}
  const choose = ({ target, clientX, clientY }: MouseEvent): void => {
    if (target instanceof Element && target.closest('[data-canvas-tool]')) return
    const empty = emptySlotAt(fieldOf(store, parts), clientX, clientY)
    if (empty) return store.setState({ selected: empty.parent, place: empty, panel: 'palette' })
    const id = nodeAt(parts, layoutOf(store), clientX, clientY)
    if (id) select(store, id)
  }
  const hover = ({ clientX, clientY }: MouseEvent): void => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      setHovered(nodeAt(parts, layoutOf(store), clientX, clientY))
    })
  }
  const leave = (): void => {
    cancelAnimationFrame(frame.current)
    setHovered(null)
  }
  return { onClick: choose, onPointerMove: hover, onPointerLeave: leave }
}

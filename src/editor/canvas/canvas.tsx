import { useDroppable } from '@dnd-kit/core'
import { useMemo, useRef, useState, type MouseEvent, type RefObject } from 'react'
import type { LayoutDocument } from '#engine/rendering/layout-document.ts'
import { Screen } from '#engine/rendering/screen.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import styles from './canvas.module.css'
import { editingFrames } from './frames.tsx'
import type { Box } from './measure.ts'
import { HoverOutline, SelectionOutline } from './selection-overlay.tsx'

/** The width in pixels a breakpoint is shown at. */
export const widthOf = { sm: 390, md: 820, lg: 1280, xl: 1840 } as const

interface CanvasProps {
  document: LayoutDocument
  canvas: RefObject<HTMLDivElement | null>
  /** The line where a drag would drop, in the window. */
  line: Box | null
}

/** The screen itself, drawn with its real data; a click chooses a part instead of using it. */
export function Canvas({ document, canvas, line }: CanvasProps) {
  const store = useEditorStore()
  const t = useTranslate()
  const mode = useEditor((state) => state.mode)
  const breakpoint = useEditor((state) => state.breakpoint)
  const [hovered, setHovered] = useState<string | null>(null)
  const { setNodeRef } = useDroppable({ id: 'canvas' })
  const frame = useRef<HTMLDivElement>(null)
  const editing = mode === 'edit'
  const width = breakpoint ? widthOf[breakpoint] : undefined

  const choose = (event: MouseEvent): void => {
    const id = nodeAt(event.target)
    if (!editing || !id) return
    event.preventDefault()
    event.stopPropagation()
    store.setState({ selected: id })
  }
  // Another layout is another screen: sources and state of the layout start anew when they change, not at every prop.
  const screenKey = useMemo(
    () => JSON.stringify([document.layout.sources, document.layout.state, editing]),
    [document.layout.sources, document.layout.state, editing],
  )

  return (
    <div ref={setNodeRef} className={styles.desk} data-editor-walk>
      <div
        ref={(element) => {
          frame.current = element
          canvas.current = element
        }}
        className={styles.canvas}
        data-editing={editing || undefined}
        style={width ? { width } : undefined}
        role="region"
        aria-label={editing ? t('Screen being edited') : t('Preview')}
        onClickCapture={choose}
        onPointerOver={(event) => setHovered(editing ? nodeAt(event.target) : null)}
        onPointerLeave={() => setHovered(null)}
      >
        <Screen
          key={screenKey}
          document={document}
          {...(editing && { editing: editingFrames })}
          {...(breakpoint && { breakpoint })}
        />
      </div>
      {editing && (
        <div className={styles.overlay} style={width ? { width } : undefined}>
          <HoverOutline canvas={frame} id={hovered} />
          <SelectionOutline canvas={frame} />
        </div>
      )}
      {line && <div className={styles.line} style={line} aria-hidden />}
    </div>
  )
}

const nodeAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-node]')?.getAttribute('data-node') ?? null) : null

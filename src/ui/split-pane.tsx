import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import styles from './split-pane.module.css'

interface SplitPaneProps {
  /** Says what the divider resizes: "Width of the tree". */
  label: string
  /** The pane that has the width; the other takes the rest. */
  side: ReactNode
  children: ReactNode
  /** Which edge the side stands on. */
  edge?: 'start' | 'end'
  /** Pixels. */
  width: number
  onWidthChange: (width: number) => void
  min?: number
  max?: number
}

const STEP = 16

/** Two panes and a divider to drag, or to move with the arrow keys. On a phone the side stands above. */
export function SplitPane(props: SplitPaneProps) {
  const { label, side, children, edge = 'start', width, onWidthChange, min = 180, max = 640 } = props
  const from = useRef<{ x: number; width: number } | null>(null)
  const [dragging, setDragging] = useState(false)
  const direction = edge === 'start' ? 1 : -1
  const set = (next: number): void => onWidthChange(Math.round(Math.min(max, Math.max(min, next))))

  const start = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
    setDragging(true)
  }
  const drag = (event: PointerEvent): void => {
    if (from.current) set(from.current.width + (event.clientX - from.current.x) * direction)
  }
  const end = (): void => {
    from.current = null
    setDragging(false)
  }
  const key = (event: KeyboardEvent): void => {
    const next = {
      ArrowRight: width + STEP * direction,
      ArrowLeft: width - STEP * direction,
      Home: min,
      End: max,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }

  const pane = (
    <div className={styles.side} style={{ width }}>
      {side}
    </div>
  )
  const divider = (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions jsx-a11y/prefer-tag-over-role -- an hr cannot be focused and moved
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width}
      data-dragging={dragging || undefined}
      className={styles.divider}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
    />
  )
  return (
    <div className={styles.split}>
      {edge === 'start' && pane}
      {edge === 'start' && divider}
      <div className={styles.rest}>{children}</div>
      {edge === 'end' && divider}
      {edge === 'end' && pane}
    </div>
  )
}

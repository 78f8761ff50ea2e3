import type { RefObject } from 'react'
import { useEditedLayout, useEditor } from '../state/editor-store.ts'
import styles from './canvas.module.css'
import { lineOf } from './measure.ts'
import { useBox } from './use-box.ts'

interface DropLineProps {
  stage: HTMLElement
  canvas: RefObject<HTMLElement | null>
}

/** The line where what is dragged would drop, or where the next part goes. */
export function DropLine({ stage, canvas }: DropLineProps) {
  const layout = useEditedLayout()
  const place = useEditor((state) => state.target ?? state.place)
  const box = useBox(stage, canvas, (parts) => place && lineOf(parts, layout, place), place)
  if (!place || !box) return null
  const isArea = box.width > 2 && box.height > 2
  return <div className={isArea ? styles.dropArea : styles.dropLine} style={box} aria-hidden />
}

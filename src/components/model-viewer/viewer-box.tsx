import { useState } from 'react'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'

/** A place in the picture, in its pixels. */
export interface Spot {
  x: number
  y: number
}

/** Lies over the picture while a box is drawn around elements. */
export function ViewerBox({ onDrawn }: { onDrawn: (from: Spot, to: Spot) => void }) {
  const t = useTranslate()
  const [box, setBox] = useState<{ from: Spot; to: Spot } | null>(null)
  const spotOf = ({ clientX, clientY, currentTarget }: React.PointerEvent): Spot => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  return (
    <div
      className={styles.box}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = spotOf(event)
        setBox({ from, to: from })
      }}
      onPointerMove={(event) => {
        if (box) setBox({ ...box, to: spotOf(event) })
      }}
      onPointerUp={(event) => {
        setBox(null)
        if (box) onDrawn(box.from, spotOf(event))
      }}
      onPointerCancel={() => setBox(null)}
    >
      {box && (
        <span
          className={styles.boxDrawn}
          style={{
            left: Math.min(box.from.x, box.to.x),
            top: Math.min(box.from.y, box.to.y),
            width: Math.abs(box.to.x - box.from.x),
            height: Math.abs(box.to.y - box.from.y),
          }}
        />
      )}
      <output className={styles.measureText}>{t('Draw a box around elements.')}</output>
    </div>
  )
}

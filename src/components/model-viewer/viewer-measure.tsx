import { useEffect, useRef } from 'react'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import type { Point } from './pick-element.ts'
import type { Stage } from './stage.ts'

/** The line between two points of the model with its length; it goes along when the picture turns. */
export function ViewerMeasure({ stage, ends }: { stage: Stage; ends: readonly Point[] }) {
  const t = useTranslate()
  const region = useRegion()
  const drawing = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const place = (): void => placeLine(drawing.current, stage, ends)
    place()
    return stage.onDrawn(place)
  }, [stage, ends])
  const [from, to] = ends
  const length = from && to ? Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) : null
  return (
    <>
      <svg ref={drawing} className={styles.measure} aria-hidden>
        <line className={styles.measureLine} />
        <circle r="4" className={styles.measureEnd} />
        <circle r="4" className={styles.measureEnd} />
      </svg>
      <output className={styles.measureText}>
        {length === null
          ? from
            ? t('Press the second point.')
            : t('Press the first point.')
          : `${formatNumber(length, region, { minimumFractionDigits: 3, maximumFractionDigits: 3 })} m`}
      </output>
    </>
  )
}

function placeLine(drawing: SVGSVGElement | null, stage: Stage, ends: readonly Point[]): void {
  if (!drawing) return
  const [line, ...circles] = drawing.children
  const places = ends.map((end) => stage.project(end))
  const [from = null, to = null] = places
  for (const [at, circle] of circles.entries()) {
    const place = places[at] ?? null
    circle.setAttribute('visibility', place ? 'visible' : 'hidden')
    if (place) setAll(circle, { cx: place.x, cy: place.y })
  }
  line?.setAttribute('visibility', from && to ? 'visible' : 'hidden')
  if (line && from && to) setAll(line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y })
}

function setAll(element: Element, values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value.toFixed(1))
}

/** The corner of what was hit, where one is seen and near enough in the picture to be meant; else the point itself. */
export function snapped(stage: Stage, hit: { point: Point; corners: readonly Point[] }): Point {
  const at = stage.project(hit.point)
  const near = hit.corners
    .filter((corner) => !stage.isAway(corner))
    .map((corner) => ({ corner, place: stage.project(corner) }))
    .map(({ corner, place }) => ({
      corner,
      away: at && place ? Math.hypot(place.x - at.x, place.y - at.y) : Infinity,
    }))
    .toSorted((a, b) => a.away - b.away)[0]
  return near && near.away < 12 ? near.corner : hit.point
}

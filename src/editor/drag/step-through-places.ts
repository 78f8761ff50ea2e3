import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import type { CanvasParts } from '../canvas/canvas-parts.ts'
import { lineOf } from '../canvas/measure.ts'
import { layoutOf, type EditorStore } from '../state/editor-store.ts'
import { allPlaces } from '../state/places.ts'
import { dragDataOf, thingOf } from './drag-data.ts'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * Dragging by keyboard: each arrow goes to the next or previous place of the screen that takes the part. The place is
 * told to the store; the answer only moves the chip along, to where the place shows on the canvas.
 */
export function stepThroughPlaces(store: EditorStore, parts: CanvasParts): KeyboardCoordinateGetter {
  return (event, { context, currentCoordinates }) => {
    const by = steps[event.code]
    const data = context.active && dragDataOf(context.active)
    if (!by || !data) return undefined
    event.preventDefault()
    const places = allPlaces(store, thingOf(data))
    const { target } = store.getState()
    const at = places.findIndex(
      (place) =>
        target &&
        place.parent === target.parent &&
        place.slot === target.slot &&
        place.index === target.index,
    )
    const next =
      places[at < 0 ? (by > 0 ? 0 : places.length - 1) : Math.max(0, Math.min(places.length - 1, at + by))]
    if (!next) return undefined
    store.setState({ target: next })
    const line = lineOf(parts, layoutOf(store), next)
    // Without a step the library tells nobody, so a place that shows nowhere moves the chip by one pixel.
    return line ? { x: line.left, y: line.top } : { x: currentCoordinates.x, y: currentCoordinates.y + by }
  }
}

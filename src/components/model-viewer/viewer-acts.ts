import type { KeyboardEvent } from 'react'
import type { Stage } from './stage.ts'

/** What toolbar and keys do. */
export interface ViewerActs {
  fit(): void
  zoom(times: number): void
  isolate(): void
  hide(): void
  showAll(): void
  toggleGhosts(): void
  toggleCut(): void
  toggleMeasure(): void
  toggleFlight(): void
  /** Leaves what was begun, then what is chosen. */
  escape(): void
}

const walks: Readonly<Record<string, readonly [right: number, up: number, ahead: number]>> = {
  w: [0, 0, 0.08],
  s: [0, 0, -0.08],
  a: [-0.08, 0, 0],
  d: [0.08, 0, 0],
  q: [0, -0.08, 0],
  e: [0, 0.08, 0],
}
const turns: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, 6],
  ArrowDown: [0, -6],
}

/**
 * Keys of the picture: arrows turn, W A S D Q E walk, letters act; while it is flown through, arrows and walking keys are the
 * flight's. True when a key did something.
 */
export function viewerKey(event: KeyboardEvent, stage: Stage, acts: ViewerActs, flies: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (flies && (turns[event.key] || walks[event.key.toLowerCase()])) return false
  const turn = turns[event.key]
  if (turn) {
    if (event.shiftKey) stage.walk(turn[0] / -100, turn[1] / -100, 0)
    else stage.turn(...turn)
    return true
  }
  const key = event.key.toLowerCase()
  // A alone shows all; with Shift it walks, like the letters around it.
  const walk = walks[key]
  if (walk && (key !== 'a' || event.shiftKey)) {
    stage.walk(...walk)
    return true
  }
  const acted = actsByKey(acts)[key]
  acted?.()
  return acted !== undefined
}

const actsByKey = (acts: ViewerActs): Readonly<Record<string, () => void>> => ({
  f: acts.fit,
  '+': () => acts.zoom(0.8),
  '-': () => acts.zoom(1.25),
  i: acts.isolate,
  h: acts.hide,
  a: acts.showAll,
  g: acts.toggleGhosts,
  x: acts.toggleCut,
  m: acts.toggleMeasure,
  v: acts.toggleFlight,
  escape: acts.escape,
})

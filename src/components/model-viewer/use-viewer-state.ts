import { useMemo, useState } from 'react'
import type { ElementKey } from './element-keys.ts'
import type { Point } from './pick-element.ts'
import type { SectionPlane } from './section-planes.ts'

/** What a person did to the picture; none of it is kept unless they keep the view. */
export interface ViewerState {
  hidden: ReadonlySet<ElementKey>
  /** Only these stand out; null for all. */
  isolated: ReadonlySet<ElementKey> | null
  /** What does not stand out shows as a hint. */
  ghosts: boolean
  /** The field the picture is coloured by. */
  colour: string | null
  /** Cut by those that are on. */
  planes: readonly SectionPlane[]
  /** What pressing an element does. */
  tool: 'choose' | 'measure' | 'box'
  /** The keys and the pointer fly through the model instead of turning it. */
  flies: boolean
  /** The ends of what is being measured. */
  ends: readonly Point[]
  /** Models switched on by hand, by record; until another one is to be shown first. */
  models: { ids: ReadonlySet<string>; first: string | null } | null
}

const untouched: ViewerState = {
  hidden: new Set(),
  isolated: null,
  ghosts: true,
  colour: null,
  planes: [],
  tool: 'choose',
  flies: false,
  ends: [],
  models: null,
}

export type ChangeView = (change: Partial<ViewerState>) => void

/** The state of one viewer and how it is changed. */
export function useViewerState(colour: string | null): [ViewerState, ChangeView] {
  const [state, setState] = useState<ViewerState>({ ...untouched, colour })
  const change = useMemo<ChangeView>(() => (part) => setState((before) => ({ ...before, ...part })), [])
  return [state, change]
}

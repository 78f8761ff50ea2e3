import { useMemo, useState } from 'react'
import { useVisitState } from '#engine/routing/visit-memory.ts'
import type { ElementKey } from './element-keys.ts'
import type { Point } from './pick-element.ts'
import type { SectionPlane } from './section-planes.ts'

/** What a person did to the picture; beside its colours none of it is kept unless they keep the view. */
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

const untouched: Omit<ViewerState, 'colour'> = {
  hidden: new Set(),
  isolated: null,
  ghosts: true,
  planes: [],
  tool: 'choose',
  flies: false,
  ends: [],
  models: null,
}

export type ChangeView = (change: Partial<ViewerState>) => void

/**
 * The state of one viewer and how it is changed. What it is coloured by stays for the visit: where the window becomes narrow
 * the viewer is drawn anew in another place of the page.
 */
export function useViewerState(id: string, colour: string | null): [ViewerState, ChangeView] {
  const [kept, keep] = useVisitState(`colour:${id}`, () => ({ colour }))
  const [own, setOwn] = useState(untouched)
  const change = useMemo<ChangeView>(
    () =>
      ({ colour: wanted, ...part }) => {
        if (wanted !== undefined) keep({ colour: wanted })
        setOwn((before) => ({ ...before, ...part }))
      },
    [keep],
  )
  const state = useMemo(() => ({ ...own, colour: kept.colour }), [own, kept.colour])
  return [state, change]
}

import { use, useCallback, useEffect, useState } from 'react'
import { ScreenContext } from '#engine/rendering/screen-context.ts'
import { partOf, useVisitPlace } from '#engine/routing/visit-memory.ts'
import type { ElementKey } from './element-keys.ts'
import type { Point } from './pick-element.ts'
import type { SectionPlane } from './section-planes.ts'

/** What a person did to the picture. Beyond its screen only the colours are kept, unless they keep the view. */
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

// By the place of the viewer, whichever visit it is, until the page is loaded anew.
const colours = new Map<string, string | null>()

/** What is kept with the screen. What a press does begins anew: a picture that is drawn anew is one to choose in. */
type Kept = Pick<ViewerState, 'hidden' | 'isolated' | 'ghosts' | 'planes' | 'models'>

const kept = new WeakMap<object, Map<string, Kept>>()

/**
 * The state of one viewer and how it is changed. Where the window becomes narrow, or another tab of a phone was looked at,
 * the viewer is drawn anew: what was hidden and cut stays as long as its screen does, what it is coloured by longer.
 */
export function useViewerState(id: string, usual: string | null): [ViewerState, ChangeView] {
  const place = partOf(useVisitPlace(`colour:${id}`))
  const screen = use(ScreenContext)?.store
  const [own, setOwn] = useState<ViewerState>(() => ({
    ...untouched,
    ...(screen && kept.get(screen)?.get(id)),
    colour: colourAt(place, usual),
  }))
  useEffect(() => {
    if (!screen) return
    const { hidden, isolated, ghosts, planes, models } = own
    const ofScreen = kept.get(screen) ?? new Map<string, Kept>()
    kept.set(screen, ofScreen.set(id, { hidden, isolated, ghosts, planes, models }))
  }, [screen, id, own])
  const change = useCallback<ChangeView>(
    (part) => {
      if (place !== undefined && part.colour !== undefined) colours.set(place, part.colour)
      setOwn((before) => ({ ...before, ...part }))
    },
    [place],
  )
  return [own, change]
}

const colourAt = (place: string | undefined, usual: string | null): string | null =>
  place !== undefined && colours.has(place) ? (colours.get(place) ?? null) : usual

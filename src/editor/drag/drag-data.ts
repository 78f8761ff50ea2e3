import type { Active } from '@dnd-kit/core'
import type { ComponentSample } from '#contracts/component.ts'
import type { Thing } from '../state/places.ts'

/** What is being dragged: a part that is there, or a new one from the palette. */
export type DragData = { node: string } | { sample: ComponentSample }

/** The data a draggable was declared with. */
export const dragDataOf = (active: Active): DragData | undefined =>
  active.data.current as DragData | undefined

/** What is dragged, as the rules of places see it. */
export const thingOf = (data: DragData): Thing =>
  'node' in data ? { node: data.node } : { component: data.sample.component }

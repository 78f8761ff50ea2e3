import type { ReactNode } from 'react'
import type { ActionStep } from '#contracts/action.ts'

/** What the engine hands the view of a component. */
export interface ComponentViewProps<P> {
  /** The node's id in the layout. */
  id: string
  /** Bindings worked out, defaults applied, marked text translated. A binding that gives nothing leaves a prop out. */
  props: P
  /** What the layout put into each slot, ready to draw; a slot with nothing in it is absent. */
  slots: Readonly<Record<string, ReactNode>>
  /** Draws a slot once more with extra names in scope, as for each item: `slot('item', { item: row, index })`. */
  slot(name: string, scope?: Readonly<Record<string, unknown>>): ReactNode
  /** Reports an event; `payload` is `event` in the actions that answer. Resolves when they are done, with what made them fail. */
  emit(event: string, payload?: unknown): Promise<unknown>
  /** Whether the layout answers this event; with `step`, whether a step of that kind is among the answers. */
  has(event: string, step?: ActionStep['do']): boolean
  /** Lets other nodes read a value as `nodes.<id>.<key>`. Call it in an effect or an event, not while drawing. */
  expose(key: string, value: unknown): void
  /** True in the layout editor's canvas: show, do not act. */
  editing: boolean
  /** True while a source this node reads is still on its way: draw a skeleton of the final size. */
  pending: boolean
}

export type ComponentView<P = unknown> = (props: ComponentViewProps<P>) => ReactNode

/** A view that loads when it is first needed; `preload` starts that earlier. */
export type LazyComponentView<P = unknown> = ComponentView<P> & { preload(): Promise<unknown> }

/** Views by component type. `never` lets one list hold views of different props. */
export type ComponentViews = Readonly<Record<string, ComponentView<never> | LazyComponentView<never>>>

/** The view of a component type, or null where there is none. */
export const findView = (views: ComponentViews, type: string): ComponentView<never> | null =>
  (Object.hasOwn(views, type) ? views[type] : undefined) ?? null

/** Starts loading the views of these types, all at once. What cannot be loaded shows at its node. */
export function preloadViews(views: ComponentViews, types: Iterable<string>): void {
  for (const type of new Set(types)) {
    const view = findView(views, type)
    // The node that draws the view meets the same failure and shows it there.
    if (view && canPreload(view)) void view.preload().catch(() => undefined)
  }
}

function canPreload(view: ComponentView<never>): view is LazyComponentView<never> {
  return 'preload' in view
}

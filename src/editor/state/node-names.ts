import { isExpression } from '#contracts/expression.ts'
import type { Layout } from '#contracts/layout.ts'
import type { Translate } from '#ui/translate.ts'
import type { Place } from '../changes/place.ts'
import type { EditorStore } from './editor-store.ts'

// Words that tell one part from another: "Button “Add supplier”".
const telling = ['title', 'label', 'text', 'model'] as const

/** What a node says of itself, for the outline; empty when it says nothing. */
export function nodeHint(layout: Layout, id: string): string {
  const props = layout.nodes[id]?.props ?? {}
  for (const key of telling) {
    const value = props[key]
    if (typeof value === 'string' && value !== '') return value
    if (isExpression(value)) return `= ${value['=']}`
  }
  return ''
}

/** The title of a component, or its type where there is none such. */
export const componentTitle = (store: EditorStore, component: string): string =>
  store.components[component]?.title ?? component

/** The title of a node's component. */
export const nodeTitle = (store: EditorStore, layout: Layout, id: string): string =>
  componentTitle(store, layout.nodes[id]?.component ?? id)

/** The title of a slot. */
export function slotTitle(store: EditorStore, layout: Layout, parent: string, slot: string): string {
  const component = layout.nodes[parent]?.component ?? ''
  return store.components[component]?.slots[slot]?.title ?? slot
}

/** A place in words: "before Button in Page, Actions". */
export function placeWords(store: EditorStore, layout: Layout, place: Place, t: Translate): string {
  const children = layout.nodes[place.parent]?.slots?.[place.slot] ?? []
  const within = `${t(nodeTitle(store, layout, place.parent))}, ${t(slotTitle(store, layout, place.parent, place.slot))}`
  const next = children[place.index]
  if (next)
    return t('before {{part}} in {{place}}', { part: t(nodeTitle(store, layout, next)), place: within })
  return children.length === 0
    ? t('into {{place}}', { place: within })
    : t('at the end of {{place}}', { place: within })
}

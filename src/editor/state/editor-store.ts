import { createContext, use } from 'react'
import { createStore, useStore, type StoreApi } from 'zustand'
import { must } from '#base/assert.ts'
import type { ComponentDescription } from '#contracts/component.ts'
import type { Breakpoint, Layout } from '#contracts/layout.ts'
import type { Change } from '../changes/patch.ts'
import { placeOf, subtreeIds, type Place } from '../changes/place.ts'
import { record, redo, startHistory, undo, type History } from '../history.ts'

/** Something wrong with the draft, from the server's check; `node` when it is at a node. */
export interface Problem {
  path: string
  message: string
  node: string | null
}

export interface EditorState {
  history: History
  /** The draft as the server has it. */
  saved: Layout
  selected: string
  /** The width being designed for; null is the base that all widths share. */
  breakpoint: Breakpoint | null
  mode: 'edit' | 'preview'
  /** Which panel stands at the left. */
  panel: 'palette' | 'outline' | 'screen'
  problems: readonly Problem[]
  /** Where the palette puts the next part; null is after the selected one. */
  place: Place | null
}

export interface EditorStore extends StoreApi<EditorState> {
  /** By component type. */
  readonly components: Readonly<Record<string, ComponentDescription>>
}

/** A store for one layout being edited. */
export function createEditorStore(layout: Layout, components: EditorStore['components']): EditorStore {
  const store = createStore<EditorState>(() => ({
    history: startHistory(layout),
    saved: layout,
    selected: layout.root,
    breakpoint: null,
    mode: 'edit',
    panel: 'palette',
    problems: [],
    place: null,
  }))
  return Object.assign(store, { components })
}

export const EditorContext = createContext<EditorStore | null>(null)

/** The store of the editor this is a part of. */
export const useEditorStore = (): EditorStore => must(use(EditorContext), 'not inside the layout editor')

/** One value of the editor's state. */
export const useEditor = <T>(choose: (state: EditorState) => T): T => useStore(useEditorStore(), choose)

/** The layout as edited. */
export const useEditedLayout = (): Layout => useEditor((state) => state.history.layout)

/** Applies a change and remembers it as one step; `select` chooses a node afterwards. */
export function edit(
  store: EditorStore,
  change: Change,
  label: string,
  options: { select?: string; mergeKey?: string } = {},
): void {
  if (change.length === 0) return
  store.setState(({ history, selected }) => {
    const next = record(history, change, label, Date.now(), options.mergeKey)
    return { history: next, selected: stillThere(next.layout, options.select ?? selected), place: null }
  })
}

/** Takes the last step back. */
export const undoStep = (store: EditorStore): void => turn(store, undo)

/** Does the step again that was taken back. */
export const redoStep = (store: EditorStore): void => turn(store, redo)

function turn(store: EditorStore, move: (history: History) => History): void {
  store.setState(({ history, selected }) => {
    const next = move(history)
    return { history: next, selected: stillThere(next.layout, selected) }
  })
}

const stillThere = (layout: Layout, id: string): string => (layout.nodes[id] ? id : layout.root)

/** The slots of a node: those its component declares, then any the layout fills besides. */
export function slotsOf(store: EditorStore, layout: Layout, id: string): string[] {
  const node = layout.nodes[id]
  if (!node) return []
  return [
    ...new Set([
      ...Object.keys(store.components[node.component]?.slots ?? {}),
      ...Object.keys(node.slots ?? {}),
    ]),
  ]
}

/** Where a new part goes when nobody says: into the selected node's first slot, else right after it. */
export function nextPlace(store: EditorStore): Place {
  const { history, selected, place } = store.getState()
  const { layout } = history
  if (place && layout.nodes[place.parent]) return place
  const [slot] = preferredSlots(slotsOf(store, layout, selected))
  if (slot) return { parent: selected, slot, index: layout.nodes[selected]?.slots?.[slot]?.length ?? 0 }
  const here = placeOf(layout, selected)
  return here ? { ...here, index: here.index + 1 } : { parent: layout.root, slot: 'content', index: 0 }
}

/** `content` first: it is what a part is about. */
const preferredSlots = (slots: readonly string[]): string[] =>
  slots.toSorted((a, b) => Number(b === 'content') - Number(a === 'content'))

/** The ids of the outline from top to bottom. */
export const outlineOrder = (layout: Layout): string[] => subtreeIds(layout, layout.root)

import { createContext, use } from 'react'
import { createStore, useStore, type StoreApi } from 'zustand'
import { must } from '#base/assert.ts'
import type { ComponentDescription } from '#contracts/component.ts'
import type { Breakpoint, Layout } from '#contracts/layout.ts'
import type { Change } from '../changes/patch.ts'
import { subtreeIds, type Place } from '../changes/place.ts'
import { record, redo, startHistory, undo, type History } from '../history.ts'
import type { Problem } from './problems.ts'

/** How the draft on the server stands to what is edited. */
export interface DraftState {
  /** `same`: nothing to save · `conflict`: somebody else saved or released since. */
  phase: 'same' | 'changed' | 'saving' | 'failed' | 'conflict'
  /** `updated_at` of the draft on the server; null while there is none. */
  seen: string | null
  /** What it began with was released anew since. */
  outdated: boolean
  /** Why the last try failed, in words. */
  message: string | null
}

export interface EditorState {
  history: History
  /** The layout as the server has it. */
  saved: Layout
  draft: DraftState
  origin: 'stock' | 'customised' | 'own'
  /** The released version the draft begins with; null for a shipped layout and a new one. */
  base: string | null
  selected: string
  /** The width being designed for; null is the base that all widths share. */
  breakpoint: Breakpoint | null
  mode: 'edit' | 'preview'
  /** Which panel stands at the left; null is none. */
  panel: 'palette' | 'outline' | 'screen' | null
  problems: readonly Problem[]
  /** Where the palette puts the next part; null is by the selected one. */
  place: Place | null
  /** Where what is being dragged would drop. */
  target: Place | null
  /** Values of the layout's params that the canvas shows it with. */
  params: Readonly<Record<string, string>>
}

export interface EditorStore extends StoreApi<EditorState> {
  /** By component type. */
  readonly components: Readonly<Record<string, ComponentDescription>>
}

/** What a store starts with. */
export interface StartOfEditing {
  layout: Layout
  components: EditorStore['components']
  origin?: EditorState['origin']
  base?: string | null
  draft?: Pick<DraftState, 'seen' | 'outdated'>
  problems?: readonly Problem[]
  panel?: EditorState['panel']
}

/** A store for one layout being edited. */
export function createEditorStore(start: StartOfEditing): EditorStore {
  const { layout, components, draft, problems, origin = 'own', base = null, panel } = start
  const store = createStore<EditorState>(() => ({
    history: startHistory(layout),
    saved: layout,
    draft: { seen: null, outdated: false, ...draft, phase: 'same', message: null },
    origin,
    base,
    selected: layout.root,
    breakpoint: null,
    mode: 'edit',
    panel: panel === undefined ? 'palette' : panel,
    problems: problems ?? [],
    place: null,
    target: null,
    params: {},
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

/** The layout as edited, now. */
export const layoutOf = (store: EditorStore): Layout => store.getState().history.layout

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
    return { history: next, selected: stillThere(next.layout, selected), place: null }
  })
}

const stillThere = (layout: Layout, id: string): string => (layout.nodes[id] ? id : layout.root)

/** Chooses a node; the next part goes by it. */
export const select = (store: EditorStore, id: string): void => store.setState({ selected: id, place: null })

/** The ids of the outline from top to bottom. */
export const outlineOrder = (layout: Layout): string[] => subtreeIds(layout, layout.root)

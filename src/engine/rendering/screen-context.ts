import { createContext, use, type ComponentType, type ReactNode } from 'react'
import { must } from '#base/assert.ts'
import type { Breakpoint } from '#contracts/layout.ts'
import { noLocals, type Locals } from '../bindings/binding-scope.ts'
import type { Bindings } from '../bindings/bindings.ts'
import type { ComponentViews } from '../registry/component-registry.ts'
import type { LayoutDocument } from './layout-document.ts'
import type { ScreenStore } from './screen-store.ts'

/** What the editor's canvas draws around nodes and slots. */
export interface EditingFrames {
  /** Around every node: selection, hover, drag. */
  Node: ComponentType<{ id: string; children: ReactNode }>
  /** Around the children of every slot that is drawn, empty ones too: drop places. */
  Slot: ComponentType<{ node: string; slot: string; ids: readonly string[]; children: ReactNode }>
  /** Which empty slots are drawn; absent: every declared one, which may move what stands beside it. */
  shows?(node: string, slot: string): boolean
}

/** What every node of a screen shares. Changes only with the layout, the breakpoint or the language. */
export interface ScreenShared {
  document: LayoutDocument
  bindings: Bindings
  store: ScreenStore
  views: ComponentViews
  breakpoint: Breakpoint
  editing: EditingFrames | null
  /** The slot each node stands in, as `<parent>/<slot>`: a node named twice is drawn at one place only. */
  places: ReadonlyMap<string, string>
  /** Runs the actions a node's event answers with; answers what made them fail. */
  act(node: string, event: string, payload: unknown, locals: Locals): Promise<unknown>
  refresh(sources?: readonly string[]): void
}

export const ScreenContext = createContext<ScreenShared | null>(null)

/** The screen this is a part of. */
export const useScreen = (): ScreenShared => must(use(ScreenContext), 'not inside a Screen')

/** Names added by repeated slots around this place. */
export const LocalsContext = createContext<Locals>(noLocals)

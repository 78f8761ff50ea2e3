import { createStore, type StoreApi } from 'zustand/vanilla'
import { canonicalJson } from '#base/json.ts'
import type { Layout } from '#contracts/layout.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { scopeOf, noLocals, type ScreenValues, type SourceResult } from '../bindings/binding-scope.ts'
import type { Bindings } from '../bindings/bindings.ts'
import { resolveValue } from '#expressions/resolve-value.ts'
import type { EngineSession } from '../session-context.tsx'

/** The values of one screen. Nodes subscribe to the few they read. */
export type ScreenStore = StoreApi<ScreenValues>

const waiting: SourceResult = { pending: true, error: null, total: null, aggregates: null, live: true }

/** Makes the values a screen starts with. A state that cannot be worked out starts as null. */
export function createScreenStore(
  layout: Pick<Layout, 'sources' | 'state'>,
  bindings: Bindings,
  given: {
    params: Readonly<Record<string, unknown>>
    query: Readonly<Record<string, string>>
    session: EngineSession
  },
): ScreenStore {
  const names = Object.keys(layout.sources)
  const values: ScreenValues = {
    params: given.params,
    query: given.query,
    state: {},
    sources: Object.fromEntries(names.map((name) => [name, null])),
    results: Object.fromEntries(names.map((name) => [name, waiting])),
    nodes: {},
    ...peopleOf(given.session),
  }
  const state = Object.fromEntries(
    Object.entries(layout.state).map(([key, value]) => [key, startValue(value, bindings, values)]),
  )
  return createStore<ScreenValues>(() => ({ ...values, state }))
}

/** The person and workspace as expressions see them. */
export const peopleOf = ({ user, tenant, role }: EngineSession): Pick<ScreenValues, 'user' | 'tenant'> => ({
  user: { id: user?.id ?? null, email: user?.email ?? null, name: user?.name ?? null, role },
  tenant: { id: tenant?.id ?? null, name: tenant?.name ?? null },
})

/** Sets one value of the screen's state. */
export function setState(store: ScreenStore, key: string, value: unknown): void {
  store.setState(({ state }) => ({ state: { ...state, [key]: value } }))
}

/** Sets what a node exposes; an equal value changes nothing, so that exposing in an effect comes to rest. */
export function expose(store: ScreenStore, node: string, key: string, value: unknown): void {
  const before = store.getState().nodes[node]
  if (before && Object.hasOwn(before, key) && isSame(before[key], value)) return
  store.setState(({ nodes }) => ({ nodes: { ...nodes, [node]: { ...nodes[node], [key]: value } } }))
}

/** Forgets what a node exposed, when it leaves the screen. */
export function unexpose(store: ScreenStore, node: string): void {
  if (!Object.hasOwn(store.getState().nodes, node)) return
  store.setState(({ nodes }) => {
    const { [node]: _gone, ...rest } = nodes
    return { nodes: rest }
  })
}

/** Sets the value and standing of one source. */
export function setSource(store: ScreenStore, name: string, value: unknown, result: SourceResult): void {
  store.setState(({ sources, results }) => ({
    sources: { ...sources, [name]: value },
    results: { ...results, [name]: result },
  }))
}

function startValue(value: unknown, bindings: Bindings, values: ScreenValues): unknown {
  try {
    return resolveValue(value, (text) => bindings.evaluate(text, scopeOf(values, noLocals)))
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  return typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b)
}

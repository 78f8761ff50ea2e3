import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore } from 'zustand/vanilla'
import type { LayoutNode } from '#contracts/layout.ts'
import { expressionsIn } from '#expressions/expressions-in.ts'
import { readPath, type ScreenValues, type SourceResult } from '../bindings/binding-scope.ts'
import type { Bindings } from '../bindings/bindings.ts'
import type { ScreenStore } from './screen-store.ts'

/** The names a node reads: its props, overrides, condition and list. Its actions read when they run. */
export function readsOfNode(node: LayoutNode, bindings: Bindings): readonly (readonly string[])[] {
  const { props, overrides, when, each } = node
  const texts = new Set([...expressionsIn({ props, overrides, when, each })].map(({ text }) => text))
  return [...texts].flatMap((text) => bindings.reads(text))
}

/**
 * The screen's values as far as `reads` go: draws the caller again, with another object, when one of these names
 * changes, and only then. What is not read may be older.
 */
export function useReads(store: ScreenStore, reads: readonly (readonly string[])[]): ScreenValues {
  return useStore(
    reads.length > 0 ? store : resting,
    useMemo(() => snapshotOf(reads), [reads]),
  )
}

// Most nodes read nothing: they listen to a store that never changes, so that a change costs what reads it.
const resting: ScreenStore = createStore<ScreenValues>(() => ({
  params: {},
  query: {},
  state: {},
  sources: {},
  results: {},
  nodes: {},
  user: {},
  tenant: {},
}))

function snapshotOf(reads: readonly (readonly string[])[]): (values: ScreenValues) => ScreenValues {
  let last: { seen: unknown[]; values: ScreenValues } | null = null
  return (values) => {
    const seen = reads.map((path) => readPath(values, path))
    if (last && seen.every((value, at) => Object.is(value, last?.seen[at]))) return last.values
    last = { seen, values }
    return values
  }
}

/** The sources among the names, told apart by how they stand: not there yet, or failed. */
export function useSourceTrouble(
  store: ScreenStore,
  reads: readonly (readonly string[])[],
): { pending: boolean; failed: SourceResult | undefined } {
  const [awaited, needed] = useMemo(() => {
    const read = reads.flatMap(([root, name]) => (root === 'sources' && name !== undefined ? [name] : []))
    // A node that reads how a source stands deals with it itself; who only waits for it says nothing of a failure.
    const told = new Set(reads.map((path) => path.join('.')))
    const needed = read.filter((name) => !told.has(`results.${name}.error`))
    return [needed.filter((name) => !told.has(`results.${name}.pending`)), needed] as const
  }, [reads])
  return useStore(
    needed.length > 0 ? store : resting,
    useShallow(({ results }) => ({
      pending: awaited.some((name) => results[name]?.pending === true),
      failed: needed.map((name) => results[name]).find((result) => result?.error),
    })),
  )
}

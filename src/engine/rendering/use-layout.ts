import { useEffect, useState } from 'react'
import { useAnswer, type Answer } from '../data/use-answer.ts'
import { useEngine } from '../engine-context.tsx'
import { loadPartsFor } from '../bindings/expression-parts.ts'
import type { LayoutDocument } from './layout-document.ts'
import { readLayout } from './read-layout.ts'

/** Milliseconds a layout counts as fresh; after that the known one shows and the new one replaces it. */
const layoutFreshFor = 30_000

/** A layout by id or key, ready to draw. Null asks nothing. */
export function useLayout(id: string | null): Answer<LayoutDocument> {
  const engine = useEngine()
  const answer = useAnswer(['layout', id], () => readLayout(engine, id ?? ''), {
    enabled: id !== null,
    freshFor: layoutFreshFor,
  })
  const ready = useParts(answer.stale === 'copy' ? answer.data : undefined)
  return ready ? answer : { ...answer, data: undefined, isPending: true }
}

// A copy comes from this browser's store, without the step that loads what its expressions need.
function useParts(copy: LayoutDocument | undefined): boolean {
  const [loaded, setLoaded] = useState<LayoutDocument | null>(null)
  useEffect(() => {
    if (copy) void loadPartsFor(copy.expressions).finally(() => setLoaded(copy))
  }, [copy])
  return !copy || loaded === copy
}

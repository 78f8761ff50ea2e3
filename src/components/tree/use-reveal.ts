import { useEffect, useEffectEvent, useState } from 'react'
import { useEngine } from '#engine/engine-context.tsx'
import { idOf } from '../field/field-traits.ts'
import type { TreeShape } from './tree-query.ts'

/** No tree is deeper; a circle ends here. */
const deepest = 20

/** What came between a record and its place. */
export interface Revealing {
  error: Error | null
  retry(): void
}

/** Opens the levels above a record that is chosen elsewhere, so that it can be seen. */
export function useReveal(
  shape: TreeShape | null,
  selected: string | null,
  open: (ids: readonly string[]) => void,
): Revealing {
  const [error, setError] = useState<Error | null>(null)
  const [tries, setTries] = useState(0)
  const { ask } = useEngine()
  const model = shape?.model.key ?? null
  const reveal = useEffectEvent(async (id: string, isGone: () => boolean): Promise<void> => {
    if (!shape) return
    const above: string[] = []
    for (let at: string | null = id; at !== null && above.length < deepest;) {
      const { rows } = await ask({
        model: shape.model.key,
        fields: [shape.parent],
        where: { field: 'id', op: 'eq', value: at },
      })
      at = idOf(rows[0]?.[shape.parent])
      if (at !== null) above.push(at)
    }
    if (!isGone() && above.length > 0) open(above)
  })
  useEffect(() => {
    if (selected === null || model === null) return undefined
    let gone = false
    reveal(selected, () => gone).then(
      () => gone || setError(null),
      (failure: unknown) => gone || setError(failure instanceof Error ? failure : new Error(String(failure))),
    )
    return () => {
      gone = true
    }
    // Each try is one more reading of the same place.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [selected, model, tries])
  return { error: selected === null ? null : error, retry: () => setTries((before) => before + 1) }
}

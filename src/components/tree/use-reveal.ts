import { useReading, type Reading } from '#engine/data/use-reading.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { idOf } from '../field/field-traits.ts'
import type { TreeShape } from './tree-query.ts'

/** No tree is deeper; a circle ends here. */
const deepest = 20

/** Opens the levels above a record that is chosen elsewhere, so that it can be seen. */
export function useReveal(
  shape: TreeShape | null,
  selected: string | null,
  open: (ids: readonly string[]) => void,
): Reading {
  const { ask } = useEngine()
  const what = shape === null || selected === null ? null : JSON.stringify([shape.model, selected])
  return useReading(what, async (isGone) => {
    if (!shape) return
    const above: string[] = []
    for (let at = selected; at !== null && above.length < deepest;) {
      const { rows } = await ask({
        model: shape.model,
        fields: [shape.parent],
        where: { field: 'id', op: 'eq', value: at },
      })
      at = idOf(rows[0]?.[shape.parent])
      if (at !== null) above.push(at)
    }
    if (!isGone() && above.length > 0) open(above)
  })
}

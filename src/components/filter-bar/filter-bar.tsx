import { useEffect } from 'react'
import type { Where } from '#contracts/query.ts'
import { useVisitState } from '#engine/routing/visit-memory.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useNarrowedList } from '../data-grid/use-list-of.ts'
import type { ViewProps } from '../view-props.ts'
import { asItWas } from '../field/past-of.ts'
import { countConditions } from './condition-parts.ts'
import type { filterBar } from './filter-bar.definition.ts'
import { FilterChips } from './filter-chips.tsx'

/** Conditions over a model, for other parts of the screen. Who leads to the records of the model says what it begins with. */
export function FilterBar({
  id,
  props: { model, fields, initial, as_of: at },
  emit,
  expose,
}: ViewProps<typeof filterBar>) {
  const description = useModel(model)
  const asked = useNarrowedList(model)
  const [{ where }, setKept] = useVisitState<{ where: Where | null }>(`${id} filters`, () => ({
    where: asked?.filters ?? initial ?? null,
  }))
  useEffect(() => {
    expose('where', where)
    expose('count', countConditions(where))
  }, [expose, where])
  if (!description.data) return description.error ? null : <Skeleton width={96} height={32} />
  return (
    <FilterChips
      model={at ? asItWas(description.data, at) : description.data}
      first={fields}
      value={where}
      onChange={(next) => {
        setKept({ where: next })
        void emit('changed', { where: next })
      }}
    />
  )
}

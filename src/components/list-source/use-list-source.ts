import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { useModel } from '#engine/data/use-model.ts'
import { useScreen } from '#engine/rendering/screen-context.ts'
import { useVisitState } from '#engine/routing/visit-memory.ts'
import { useNotLive } from '#engine/data/not-live.ts'
import type { ComponentViewProps } from '#engine/registry/component-registry.ts'
import { useNarrowedList } from '../data-grid/use-list-of.ts'
import type { Narrowed } from '../data-grid/use-narrowing.ts'
import { fillUrl } from '../props/safe-url.definition.ts'
import type { listSourceProps } from './list-source.definition.ts'
import { firstFacts, type ListSource } from './list-source.ts'

/** What narrows a list beside its layout, and how that is changed. */
export interface Narrowing extends Narrowed {
  change(next: Narrowed): void
}

type Props = z.output<z.ZodObject<typeof listSourceProps>>

/**
 * The source of a component that shows a list in its own way; its model is asked first. Null while it is on its way. Where
 * no filter bar of the layout says what holds, it begins narrowed as whoever led here asks; `narrowing` shows and drops that.
 */
export function useListSource(view: ComponentViewProps<Props>): {
  source: ListSource | null
  model: ReturnType<typeof useModel>
  narrowing: Narrowing | null
} {
  const { props, emit, has } = view
  const navigate = useNavigate()
  const model = useModel(props.model)
  const readOnly = useNotLive().active
  const asked = useNarrowedList(props.model)
  const told = useScreen().document.layout.nodes[view.id]?.props
  const [narrowed, change] = useVisitState<Narrowed | null>(`${view.id} narrowed`, () =>
    told && 'filters' in told ? null : asked,
  )
  const { where, filters, search, sort, fields, row_to: to } = props
  const source = useMemo<ListSource | null>(() => {
    if (!model.data) return null
    const found = model.data
    const hrefOf: ListSource['hrefOf'] = (row) => (to ? fillUrl(to, row) : undefined)
    return {
      model: found,
      where: [where, filters, narrowed?.filters],
      search: [search, narrowed?.words].filter(Boolean).join(' '),
      sort: sort ?? [],
      facts: fields
        ? fields.flatMap((key) => found.fields.filter((field) => field.key === key))
        : firstFacts(found),
      extra: [...(to ?? '').matchAll(/\{([a-z][a-z0-9_]*)\}/g)].flatMap(([, key = '']) =>
        key !== 'id' && found.fields.some((field) => field.key === key) ? [key] : [],
      ),
      editable: found.can.update && !readOnly,
      hrefOf,
      open:
        has('row-opened') || to
          ? (row) => {
              const href = hrefOf(row)
              if (has('row-opened')) void emit('row-opened', { id: row['id'], row })
              else if (href) void navigate(href)
            }
          : undefined,
    }
  }, [model.data, where, filters, search, narrowed, sort, fields, to, readOnly, has, emit, navigate])
  return { source, model, narrowing: narrowed && { ...narrowed, change } }
}

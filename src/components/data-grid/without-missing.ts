import type { ModelDescription } from '#contracts/model-description.ts'
import type { Sort, Where } from '#contracts/query.ts'
import type { Grid } from './grid-context.ts'

/** What a reader, or a saved view, narrowed and ordered a list by. */
export interface Narrowed {
  grid: Pick<Grid, 'settings' | 'change'>
  model: Pick<ModelDescription, 'fields'>
  filters: Where | null
  onFilters: (filters: Where | null) => void
}

/** The same without fields that the model does not have for this reader; null where it names none of them. */
export function withoutMissing({ grid, model, filters }: Narrowed): {
  sort: Sort[]
  filters: Where | null
} | null {
  const keys = new Set(model.fields.map(({ key }) => key))
  const isThere = (path: string): boolean => keys.has(path.split('.')[0] ?? '')
  const { sort = [] } = grid.settings
  const kept = {
    sort: sort.filter(({ field }) => isThere(field)),
    filters: filters && pruned(filters, isThere),
  }
  const isSame = kept.sort.length === sort.length && JSON.stringify(kept.filters) === JSON.stringify(filters)
  return isSame ? null : kept
}

function pruned(where: Where, isThere: (path: string) => boolean): Where | null {
  if ('field' in where) return isThere(where.field) ? where : null
  if ('not' in where) {
    const inner = pruned(where.not, isThere)
    return inner && { not: inner }
  }
  const all = 'and' in where ? where.and : where.or
  const left = all.map((one) => pruned(one, isThere)).filter((one) => one !== null)
  if (left.length === 0) return null
  return 'and' in where ? { and: left } : { or: left }
}

import type { Query, Sort } from '#contracts/query.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { isStorableText } from '../models/value-formats.ts'
import { tooMuch } from './check-limits.ts'
import { invalidQuery, unknownField } from './query-errors.ts'
import { queryLimits } from './query-limits.ts'
import { pathOf, resolvePath, resolveWhere, type Scope } from './resolve-names.ts'
import type {
  Condition,
  ExpandLink,
  FieldPath,
  FreeKeys,
  Listing,
  ResolvedExpand,
  ResolvedSort,
} from './resolved-query.ts'

/** What a listing needs to know of its reader. */
export interface Listings {
  scope: Scope
  free(model: ModelInfo): FreeKeys
}

type Part = Partial<Query>

/** Resolves the rows of a question or of an expanded relation. `rows`: how many rows an answer may hold with this one. */
export function resolveListing(
  listings: Listings,
  model: ModelInfo,
  part: Part,
  path: string,
  size: number,
  rows: number,
): Listing {
  if (rows > queryLimits.rows)
    throw tooMuch(`${path}.page.size`, `at most ${queryLimits.rows} rows with everything expanded`)
  return {
    model,
    columns: resolveColumns(listings.scope, model, part.fields, path),
    free: part.fields ? { kind: 'none' } : listings.free(model),
    where: resolveConditions(listings.scope, model, part, path),
    sort: resolveSort(listings.scope, model, part.sort ?? [], path),
    expand: Object.entries(part.expand ?? {}).map(([name, inner]) =>
      resolveExpand(listings, model, name, inner, `${path}.expand.${name}`, rows),
    ),
    size,
  }
}

function resolveColumns(
  scope: Scope,
  model: ModelInfo,
  fields: string[] | undefined,
  path: string,
): readonly FieldPath[] {
  const visible = scope.fields(model)
  if (!fields) return allColumns(visible)
  const columns = fields.map((text, index) => resolvePath(scope, model, text, `${path}.fields.${index}`))
  const id = visible.get('id')
  if (id) columns.unshift({ text: 'id', hops: [], field: id })
  return [...new Map(columns.map((column) => [column.text, column])).values()]
}

// Whoever asks twice with the same rights asks with the same map of fields.
const columnsOf = new WeakMap<ReadonlyMap<string, FieldInfo>, readonly FieldPath[]>()

function allColumns(visible: ReadonlyMap<string, FieldInfo>): readonly FieldPath[] {
  let columns = columnsOf.get(visible)
  if (!columns) {
    columns = [...visible.values()].map((field) => ({ text: field.key, hops: [], field }))
    columnsOf.set(visible, columns)
  }
  return columns
}

function resolveConditions(scope: Scope, model: ModelInfo, part: Part, path: string): Condition {
  const conditions: Condition[] = []
  const rule = scope.rule(model)
  if (rule) conditions.push(rule)
  if (part.where) conditions.push(resolveWhere(scope, model, part.where, `${path}.where`))
  if (part.search !== undefined) conditions.push(resolveSearch(scope, model, part.search, `${path}.search`))
  return { kind: 'all', of: conditions }
}

function resolveSearch(scope: Scope, model: ModelInfo, search: string, place: string): Condition {
  if (!isStorableText(search)) throw invalidQuery(place, 'type', 'Give a text.')
  const words = search.split(/\s+/u).filter((word) => word !== '')
  if (words.length > queryLimits.searchWords) throw tooMuch(place, `at most ${queryLimits.searchWords} words`)
  const searchable = [...scope.fields(model).values()].filter((field) => field.searchable)
  const paths = searchable.map((field) => pathOf(scope, model, { field }))
  return { kind: 'search', words, paths, gathered: model.search?.ready ? model.id : null }
}

function resolveSort(scope: Scope, model: ModelInfo, sorts: readonly Sort[], path: string): ResolvedSort[] {
  const order: ResolvedSort[] = []
  for (const [index, { field, dir }] of sorts.entries()) {
    const place = `${path}.sort.${index}.field`
    const found = resolvePath(scope, model, field, place)
    if (!found.field.sortable) throw invalidQuery(place, 'sort', 'This field cannot be sorted by.')
    order.push({ path: found, dir: dir ?? 'asc' })
  }
  // The id ends the order, so that no two rows are equal and a page mark names one place.
  if (!order.some(({ path: { text } }) => text === 'id'))
    order.push({ path: resolvePath(scope, model, 'id', path), dir: order.at(-1)?.dir ?? 'asc' })
  return order
}

function resolveExpand(
  listings: Listings,
  model: ModelInfo,
  name: string,
  part: Part,
  place: string,
  rows: number,
): ResolvedExpand {
  const found = findLink(listings.scope, model, name)
  if (!found) throw unknownField(place)
  const { link, target } = found
  if (part.model !== undefined && part.model !== target.key)
    throw invalidQuery(`${place}.model`, 'model', 'This relation leads to another model.')
  if (part.page?.after !== undefined || part.page?.skip !== undefined || part.total !== undefined)
    throw invalidQuery(place, 'expand', 'Pages and totals are asked of the question itself.')
  const size = link.kind === 'one' ? 1 : (part.page?.size ?? queryLimits.defaultPageSize)
  return { ...resolveListing(listings, target, part, place, size, rows * size), as: name, link }
}

/** `supplier`: a relation of this model · `order.supplier`: the orders whose supplier is this record. */
function findLink(
  scope: Scope,
  model: ModelInfo,
  name: string,
): { link: ExpandLink; target: ModelInfo } | null {
  const own = scope.fields(model).get(name)
  if (own) {
    const target = own.target === null ? null : scope.model(own.target)
    return target && { link: { kind: own.kind === 'list' ? 'many' : 'one', field: own }, target }
  }
  const [modelKey = '', fieldKey = '', ...rest] = name.split('.')
  const target = rest.length === 0 ? scope.model(modelKey) : null
  const field = target && scope.fields(target).get(fieldKey)
  return target && field && field.target === model.key ? { link: { kind: 'inverse', field }, target } : null
}

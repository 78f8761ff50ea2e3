import { AppError } from '#base/app-error.ts'
import type { Query, Sort } from '#contracts/query.ts'
import { hasManyCurrencies } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { invalidQuery, unknownField } from './query-errors.ts'
import { resolvePath, type Scope } from './resolve-names.ts'
import type { FieldPath, GroupSort, ResolvedAggregate } from './resolved-query.ts'

/** The fields a question groups by. */
export function resolveGroups(scope: Scope, model: ModelInfo, query: Query, path: string): FieldPath[] {
  const groups: FieldPath[] = []
  for (const [index, text] of (query.group ?? []).entries()) {
    const place = `${path}.group.${index}`
    const group = resolvePath(scope, model, text, place)
    if (!group.field.groupable) throw invalidQuery(place, 'group', 'This field cannot be grouped by.')
    if (groups.every((other) => other.text !== text)) groups.push(group)
  }
  return groups
}

/** The totals a question asks for. */
export function resolveAggregates(
  scope: Scope,
  model: ModelInfo,
  query: Query,
  path: string,
): ResolvedAggregate[] {
  const taken = new Set(query.group)
  return (query.aggregate ?? []).map(({ fn, field, as }, index) => {
    const place = `${path}.aggregate.${index}`
    if (taken.has(as)) throw invalidQuery(`${place}.as`, 'duplicate', 'This name is used twice.')
    taken.add(as)
    if (field === undefined) {
      if (fn === 'count') return { fn, path: null, as }
      throw invalidQuery(`${place}.field`, 'required', 'Say which field.')
    }
    const found = resolvePath(scope, model, field, `${place}.field`)
    if (!found.field.aggregates.includes(fn))
      throw invalidQuery(
        `${place}.fn`,
        'aggregate',
        `This cannot be asked of a field of type ${found.field.type}.`,
      )
    const isTotal = fn !== 'count' && fn !== 'count_distinct'
    const many = isTotal && hasManyCurrencies(found.field.field)
    return {
      fn,
      path: found,
      as,
      ...(many && { currency: currencyOf(scope, model, found, `${place}.field`) }),
    }
  })
}

/** What names the currency of amounts. Without it they would be added up whatever they are, so they are not. */
function currencyOf(scope: Scope, model: ModelInfo, path: FieldPath, place: string): FieldPath | 'own' {
  const { currency_from } = path.field.field
  if (currency_from === undefined) return 'own'
  const text = [...path.text.split('.').slice(0, -1), currency_from].join('.')
  const found = namedCurrency(scope, model, text)
  if (found) return found
  throw invalidQuery(
    place,
    'currency',
    'These amounts may be in several currencies, and which one each is in cannot be read.',
  )
}

function namedCurrency(scope: Scope, model: ModelInfo, text: string): FieldPath | null {
  try {
    const found = resolvePath(scope, model, text, '')
    return found.field.kind === 'text' ? found : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The order of groups: what was asked for, then every group field, also as it is kept, so that no two groups are equal. */
export function resolveGroupSort(
  groups: readonly FieldPath[],
  aggregates: readonly ResolvedAggregate[],
  sorts: readonly Sort[],
  path: string,
): GroupSort[] {
  const order: GroupSort[] = sorts.map(({ field, dir }, place) => {
    const group = groups.findIndex(({ text }) => text === field)
    if (group >= 0) return { of: 'group', index: group, dir }
    const aggregate = aggregates.findIndex(({ as }) => as === field)
    if (aggregate < 0) throw unknownField(`${path}.sort.${place}.field`)
    return { of: 'aggregate', index: aggregate, dir }
  })
  for (const index of groups.keys())
    if (!order.some((sort) => sort.of === 'group' && sort.index === index))
      order.push({ of: 'group', index, dir: 'asc' })
  for (const [index, { shown }] of groups.entries()) if (shown) order.push({ of: 'kept', index, dir: 'asc' })
  return order
}

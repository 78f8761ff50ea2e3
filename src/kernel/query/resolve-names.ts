import type { Operator } from '#contracts/field-types.ts'
import type { Where } from '#contracts/query.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { checkValue } from './check-value.ts'
import { invalidQuery, unknownField } from './query-errors.ts'
import { queryLimits } from './query-limits.ts'
import { isName, type Condition, type FieldPath, type Hop } from './resolved-query.ts'
import { meantBy, type ShownWords } from './shown-names.ts'

/**
 * The schema as somebody sees it. Names are looked up here and nowhere else, so what a scope leaves out does not exist
 * for a question asked in it.
 */
export interface Scope {
  /** Sets the joins of two scopes apart. */
  name: string
  fields(model: ModelInfo): ReadonlyMap<string, FieldInfo>
  /** The model with this key, or null when it is not in the scope. */
  model(key: string): ModelInfo | null
  /** The condition every row of a model must meet, or null. */
  rule(model: ModelInfo): Condition | null
  /** The words in which the values of a field are seen, or null. */
  shown(model: ModelInfo, field: FieldInfo): ShownWords | null
}

/** A field, and how its values are seen. */
export function pathOf(
  scope: Scope,
  model: ModelInfo,
  { field, text = field.key, hops = [] }: Pick<FieldPath, 'field'> & Partial<FieldPath>,
): FieldPath {
  const shown = scope.shown(model, field)
  return { text, hops, field, ...(shown && { shown }) }
}

/** `supplier.name` → the hops and the field. Refuses with 400 `unknown_field` at `place`. */
export function resolvePath(scope: Scope, model: ModelInfo, text: string, place: string): FieldPath {
  const names = text.split('.')
  if (names.length > queryLimits.hops + 1) throw unknownField(place)
  const hops: Hop[] = []
  let at = model
  for (const [index, name] of names.entries()) {
    const field = scope.fields(at).get(name)
    if (!field) throw unknownField(place)
    if (index === names.length - 1) return pathOf(scope, at, { text, hops, field })
    const target = field.kind === 'id' && field.target ? scope.model(field.target) : null
    if (!target) throw unknownField(place)
    const mark = `${scope.name}:${names.slice(0, index + 1).join('.')}`
    hops.push({ mark, field, target, rule: scope.rule(target) })
    at = target
  }
  throw unknownField(place)
}

/** Resolves names and checks operators and values: 400 `unknown_field`, 422 `invalid`. */
export function resolveWhere(scope: Scope, model: ModelInfo, where: Where, place: string): Condition {
  if ('and' in where) {
    const of = where.and.map((item, index) => resolveWhere(scope, model, item, `${place}.and.${index}`))
    return { kind: 'all', of }
  }
  if ('or' in where) {
    const of = where.or.map((item, index) => resolveWhere(scope, model, item, `${place}.or.${index}`))
    return { kind: 'any', of }
  }
  if ('not' in where) return { kind: 'not', of: resolveWhere(scope, model, where.not, `${place}.not`) }
  const path = resolvePath(scope, model, where.field, `${place}.field`)
  if (!path.field.operators.includes(where.op))
    throw invalidQuery(
      `${place}.op`,
      'operator',
      `This cannot be asked of a field of type ${path.field.type}.`,
    )
  return byWhatIsKept({
    kind: 'compare',
    path,
    op: where.op,
    value: checkValue(path.field, where.op, where.value, place),
  })
}

type Compare = Extract<Condition, { kind: 'compare' }>

const several: Partial<Record<Operator, Operator>> = { eq: 'in', ne: 'nin', in: 'in', nin: 'nin' }

/** Whoever names a name exactly names it as they see it. */
function byWhatIsKept(compare: Compare): Compare {
  const { path, value } = compare
  const op = several[compare.op]
  if (!path.shown || !isName(path) || op === undefined || value === null) return compare
  const { shown } = path
  const names = [value].flat().flatMap((name) => meantBy(shown, String(name)))
  return { ...compare, op, value: [...new Set(names)] }
}

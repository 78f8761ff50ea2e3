import fc from 'fast-check'
import type { Field } from '#contracts/field.ts'
import { fieldTypeOf, type Operator } from '#contracts/field-types.ts'
import type { Aggregate, Query, Sort, Where } from '#contracts/query.ts'
import { modelKeys, rowIds, texts, userId, worldFields } from './query-world.ts'

/** Paths that may be named from a model, with the field they end at; hidden or not. */
function pathsOf(model: string, depth = 1): { path: string; field: Field }[] {
  return (worldFields[model] ?? []).flatMap((field) => {
    const own = { path: field.key, field }
    if (depth === 0 || field.type !== 'relation' || field.many || !field.target) return [own]
    const further = pathsOf(field.target, depth - 1).map((next) => ({
      ...next,
      path: `${field.key}.${next.path}`,
    }))
    return [own, ...further]
  })
}

export const garbage = fc.constantFrom(
  'attributes.cost',
  'attributes->>cost',
  't0.cost',
  '"cost"',
  'COST',
  'cost\u0000',
  'cost[]',
  'children.cost',
  'nope',
  '__proto__',
  'constructor',
  '',
  '.',
  'supplier.',
  '.name',
  'others.name',
  'supplier.nope',
  'tenant_id',
  'deleted_at',
  'search',
  'attributes',
  'parent.parent.parent.parent.title',
  "cost'--",
  'free_key',
)

const asked: Record<string, fc.Arbitrary<unknown>> = {
  text: texts,
  number: fc.constantFrom(0, 1, 1.5, -1, '2.25'),
  decimal: fc.constantFrom('0', '1.5', 1.5, '-0.25', '12.3450', '1000'),
  boolean: fc.boolean(),
  date: fc.constantFrom('2026-01-01', '2026-02-28'),
  datetime: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T01:00:00.001+01:00', '2026-06-01'),
  list: fc.constantFrom('red', 'Green', ''),
}

// Values the compiler normalises are normalised for the evaluator too.
export const normalMoment = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T.*)?$/.test(value) ? new Date(value).toISOString() : value

function valueFor(field: Field): fc.Arbitrary<unknown> {
  const kind = fieldTypeOf(field.type).value
  if (kind === 'id') {
    if (field.type === 'user') return fc.constant(userId)
    return fc.constantFrom(...(rowIds[field.target ?? ''] ?? []))
  }
  if (field.type === 'select') return fc.oneof(fc.constantFrom('red', 'Green', 'blue'), texts)
  if (kind === 'datetime') return (asked.datetime ?? texts).map(normalMoment)
  return asked[kind] ?? texts
}

function comparison(path: string, field: Field): fc.Arbitrary<Where> {
  const value = valueFor(field)
  const operators: readonly Operator[] = field.many
    ? ['contains', 'empty', 'in', 'nin']
    : fieldTypeOf(field.type).operators
  return fc.constantFrom(...operators).chain((op): fc.Arbitrary<Where> => {
    if (op === 'empty') return fc.constantFrom<Where>({ field: path, op }, { field: path, op, value: false })
    if (op === 'in' || op === 'nin')
      return fc
        .array(value, { maxLength: 3 })
        .map((list): Where => ({ field: path, op, value: list as string[] }))
    if (op === 'between')
      return fc.tuple(value, value).map((pair): Where => ({ field: path, op, value: pair as string[] }))
    const maybeNull = op === 'eq' || op === 'ne' ? fc.option(value, { freq: 5 }) : value
    return maybeNull.map((one): Where => ({ field: path, op, value: one as string }))
  })
}

function whereOf(model: string): fc.Arbitrary<Where> {
  const leaf = fc.oneof(
    {
      weight: 60,
      arbitrary: fc.constantFrom(...pathsOf(model)).chain(({ path, field }) => comparison(path, field)),
    },
    {
      weight: 1,
      arbitrary: garbage.map((field): Where => ({ field, op: 'eq', value: 'x' })),
    },
  )
  const { where } = fc.letrec<{ where: Where }>((tie) => ({
    where: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie('where'), { maxLength: 3 }).map((and): Where => ({ and })),
      fc.array(tie('where'), { maxLength: 3 }).map((or): Where => ({ or })),
      tie('where').map((not): Where => ({ not })),
      leaf.map((not): Where => ({ not })),
    ),
  }))
  return where
}

const dir = fc.constantFrom('asc', 'desc')
const sortsOf = (paths: string[]): fc.Arbitrary<Sort[]> =>
  fc
    .uniqueArray(fc.constantFrom(...paths), { maxLength: 3 })
    .chain((chosen) =>
      fc.tuple(...chosen.map((field) => dir.map((one): Sort => ({ field, dir: one as 'asc' | 'desc' })))),
    )

const sortable = (model: string) =>
  pathsOf(model, 1)
    .filter(({ field }) => fieldTypeOf(field.type).sortable && !field.many)
    .map(({ path }) => path)

function aggregatesOf(model: string): fc.Arbitrary<Aggregate[]> {
  const one = fc
    .constantFrom(...pathsOf(model, 1))
    .chain(({ path, field }): fc.Arbitrary<Omit<Aggregate, 'as'>> => {
      const { aggregates, value } = fieldTypeOf(field.type)
      const functions = field.many || value === 'list' ? (['count'] as const) : aggregates
      return fc.constantFrom(...functions).map((fn) => ({ fn, field: path }))
    })
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: one }, fc.constant<Omit<Aggregate, 'as'>>({ fn: 'count' })), {
      maxLength: 3,
    })
    .map((list) => list.map((aggregate, index) => ({ ...aggregate, as: `total_${index}` })))
}

function expandOf(model: string, depth: number): fc.Arbitrary<Query['expand']> {
  const forward = (worldFields[model] ?? []).filter(({ type }) => type === 'relation')
  const inverse = modelKeys.flatMap((from) =>
    (worldFields[from] ?? []).filter(({ target }) => target === model).map((field) => ({ from, field })),
  )
  const names = [
    ...forward.map((field) => ({ name: field.key, target: field.target ?? '' })),
    ...inverse.map(({ from, field }) => ({ name: `${from}.${field.key}`, target: from })),
  ]
  return fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 2, selector: ({ name }) => name })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ name, target }) => partOf(target, depth - 1).map((part) => [name, part] as const)),
      ),
    )
    .map((pairs) => Object.fromEntries(pairs))
}

function partOf(model: string, depth: number): fc.Arbitrary<Omit<Query, 'model'>> {
  return fc.record(
    {
      where: fc.oneof(
        whereOf(model),
        fc.constant<Where>({ and: [] }),
        fc.constant<Where>({ not: { or: [] } }),
      ),
      sort: sortsOf(sortable(model)),
      fields: fc.uniqueArray(fc.constantFrom(...pathsOf(model).map(({ path }) => path)), { maxLength: 4 }),
      search: fc.oneof(
        texts.map((text) => text.slice(0, 100)),
        fc.constant(''),
      ),
      ...(depth > 0 ? { expand: expandOf(model, depth) } : {}),
    },
    { requiredKeys: [] },
  )
}

const listings: fc.Arbitrary<Query> = fc.constantFrom(...modelKeys).chain((model) =>
  fc
    .record({
      part: partOf(model, 2),
      size: fc.integer({ min: 1, max: 7 }),
      aggregate: fc.option(aggregatesOf(model)),
    })
    .map(({ part, size, aggregate }): Query => ({
      model,
      ...part,
      page: { size },
      total: 'exact',
      ...(aggregate ? { aggregate } : {}),
    })),
)

const grouped: fc.Arbitrary<Query> = fc.constantFrom(...modelKeys).chain((model) => {
  const groupable = pathsOf(model, 1).filter(({ field }) => fieldTypeOf(field.type).groupable && !field.many)
  return fc
    .record({
      group: fc.uniqueArray(fc.constantFrom(...groupable.map(({ path }) => path)), {
        minLength: 1,
        maxLength: 2,
      }),
      aggregate: aggregatesOf(model),
      where: fc.option(whereOf(model)),
      size: fc.integer({ min: 1, max: 7 }),
      byTotal: fc.option(dir),
    })
    .map(({ group, aggregate, where, size, byTotal }): Query => ({
      model,
      group,
      aggregate,
      page: { size },
      total: 'exact',
      ...(where ? { where } : {}),
      ...(byTotal && aggregate.length > 0
        ? { sort: [{ field: 'total_0', dir: byTotal as 'asc' | 'desc' }] }
        : {}),
    }))
})

/** Questions whose operators and values fit; their names may be hidden from the reader, or mean nothing. */
export const queries: fc.Arbitrary<Query> = fc.oneof(
  { weight: 3, arbitrary: listings },
  { weight: 1, arbitrary: grouped },
)

import fc from 'fast-check'
import { operators } from '#contracts/field-types.ts'
import { systemModels } from '#kernel/models/system-models.ts'
import { readingCalls } from './twin-things.ts'

/** A request of the twin-world test. Records are named by their place (`@m.3`), so that it can be put to both worlds. */
export interface TwinRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  bytes?: string
}

/** Fields computed from others, some of them hidden. */
const computedNames = [
  'dear',
  'dearer',
  'noted',
  'part_tasks',
  'part_secret',
  'hidden_name',
  'cost_sum',
  'dear_count',
  'dear_most',
  'notes_list',
  'hidden_links',
  'task_count',
  'part.cost_sum',
  'part.task_count',
] as const

// The token is random in every world, so nothing is sorted by it.
const openFields = [
  'name',
  'qty',
  'serial',
  'tag',
  'part',
  'part.name',
  'id',
  'revision',
  'title',
  'owner',
  'twice',
  'part_size',
  'open_count',
  'name_size',
  'part.open_count',
]
// Hidden ones, spellings of hidden ones, paths to them, and what never was.
const otherFields = [
  'cost',
  'internal_notes',
  'hidden_part',
  'hidden_part.name',
  'part.secret',
  'secret',
  'slot',
  'body',
  'free_a',
  'attributes.cost',
  'COST',
  'm.cost',
  'zzz',
  ...computedNames,
  'task.title',
  '__proto__',
  'created_at',
  'archetype_id',
  'created_by',
]
// Hidden fields where they stand, each with operators that its type has and that split its rows.
const pointed: readonly (readonly [model: string, field: string, operators: readonly string[]])[] = [
  ['m', 'cost', ['eq', 'ne', 'lt', 'gte', 'empty']],
  ['m', 'internal_notes', ['eq', 'ne', 'starts', 'contains', 'empty']],
  ['m', 'hidden_part', ['eq', 'ne', 'empty']],
  ['m', 'hidden_part.name', ['eq', 'starts']],
  ['m', 'slot', ['eq', 'starts', 'contains']],
  ['m', 'free_a', ['eq', 'starts', 'contains']],
  ['m', 'part.secret', ['eq', 'starts', 'empty']],
  ['part', 'secret', ['eq', 'starts', 'contains', 'empty']],
  ['task', 'part.secret', ['eq', 'starts', 'empty']],
  ['note', 'body', ['eq', 'starts', 'contains']],
]

// The beginning of a token is random in every world, and shown to whoever holds it.
const systems = systemModels.map(({ key }) => key).filter((key) => key !== 'sys_api_token')
const models = [
  ...Array.from({ length: 8 }, () => ['m', 'part', 'task', 'note']).flat(),
  ...systems,
  'nothing',
]
const functions = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max']

/** Every field of `pointed` in every place of a question that may name one, whatever chance asks for. */
export const hiddenPlaces: readonly unknown[] = pointed.flatMap(([model, field]) => {
  const totals = functions.map((fn) => [{ fn, field, as: 'x' }])
  return [
    { fields: [field] },
    { sort: [{ field, dir: 'asc' }] },
    { sort: [{ field, dir: 'desc' }], page: { size: 3 } },
    { where: { field, op: 'empty' }, total: 'exact' },
    { group: [field] },
    { expand: { [field]: {} } },
    ...totals.flatMap((aggregate) => [{ aggregate }, { aggregate, group: ['id'], page: { size: 50 } }]),
  ].map((place) => ({ model, ...place }))
})

/** Generators of requests; `hidden` are values that the reader must not learn of, from both worlds. */
export function twinRequests(hidden: readonly string[]): {
  queries: fc.Arbitrary<unknown>
  others: fc.Arbitrary<TwinRequest>
} {
  const field = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...openFields) },
    { weight: 2, arbitrary: fc.constantFrom(...otherFields) },
  )
  const place = fc.oneof(
    fc.nat(19).map((index) => `@m.${index}`),
    fc.nat(7).map((index) => `@part.${index}`),
    fc.nat(12).map((index) => `@task.${index}`),
  )
  const scalar = fc.oneof(
    fc.constantFrom(...hidden),
    fc.constantFrom(...hidden).map((value) => value.slice(0, 5)),
    fc.integer({ min: -10, max: 100 }),
    fc.constantFrom('One', 'Item 3', 'S-1', 'a', '', '5.00', true, false, null, '2026-01-01'),
    place,
  )
  const value = fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  )
  const condition = fc.record({ field, op: fc.constantFrom(...operators), value })
  // Asked of what one of the two worlds holds, so that a condition that is answered at all is answered differently.
  const [amounts, texts] = [/^[\d.]+$/, /^CANARY/].map((form) => hidden.filter((known) => form.test(known)))
  const guess = fc.constantFrom(...pointed).chain(([model, name, ops]) =>
    fc
      .tuple(
        fc.constantFrom(...ops),
        name === 'hidden_part'
          ? fc.nat(7).map((index) => `@part.${index}`)
          : fc.constantFrom(...((name === 'cost' ? amounts : texts) ?? [])),
      )
      .map(([op, known]) => ({
        model,
        where: {
          field: name,
          op,
          value: op === 'empty' ? true : op === 'starts' ? known.slice(0, 9) : known,
        },
        total: 'exact',
      })),
  )
  const where: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      condition,
      fc.record({ and: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  })).node
  const sort = fc.array(fc.record({ field, dir: fc.constantFrom('asc', 'desc') }), { maxLength: 2 })
  const search = fc.oneof(
    fc.constantFrom(...hidden),
    fc.constantFrom('Item', 'S-', 'Bolt', 'Task', '%', '_', 'CANARY'),
  )
  const part = { where, sort, fields: fc.array(field, { maxLength: 4 }), search }
  const relation = fc.constantFrom(
    ...([
      'part',
      'hidden_part',
      'm.part',
      'm.hidden_part',
      'task.part',
      'owner',
      'created_by',
      'cost',
    ] as const),
  )
  const expand = fc.dictionary(relation, fc.record(part, { requiredKeys: [] }), { maxKeys: 2 })
  // One relation and nothing else, so that it is not the rest of the question that is refused.
  const oneRelation = relation.map((name) => ({ [name]: {} }))
  const page = fc.record({ size: fc.constantFrom(1, 3, 50) })
  const aggregate = fc.array(
    fc.record(
      { fn: fc.constantFrom(...functions), field, as: fc.constantFrom('x', 'y') },
      { requiredKeys: ['fn', 'as'] },
    ),
    { maxLength: 2 },
  )
  const model = fc.constantFrom(
    ...models,
    ...Array.from({ length: 12 }, () => 'm'),
    ...Array.from({ length: 5 }, () => 'task'),
    'part',
    'part',
  )
  const total = fc.constantFrom('none', 'estimate', 'exact')
  const queries = fc.oneof(
    // Most stay simple, so that many of them are answered and not only refused.
    {
      weight: 3,
      arbitrary: fc.record({ model, where: condition, total }, { requiredKeys: ['model', 'where'] }),
    },
    { weight: 2, arbitrary: guess },
    { weight: 2, arbitrary: fc.record({ model, search, total }) },
    { weight: 2, arbitrary: fc.record({ model, sort, page }) },
    { weight: 1, arbitrary: fc.record({ model, fields: part.fields, expand }) },
    { weight: 1, arbitrary: fc.record({ model, expand: oneRelation }) },
    {
      weight: 2,
      arbitrary: fc.record(
        { model, group: fc.array(field, { minLength: 1, maxLength: 2 }), aggregate, sort },
        { requiredKeys: ['model', 'group'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({ model, aggregate, where }, { requiredKeys: ['model', 'aggregate'] }),
    },
    { weight: 2, arbitrary: fc.record({ ...part, model, expand, page, total }, { requiredKeys: ['model'] }) },
  )

  const writable = fc.dictionary(
    fc.constantFrom(
      'name',
      'qty',
      'tag',
      'part',
      'cost',
      'internal_notes',
      'hidden_part',
      'free_a',
      'serial',
      'slot',
      'zzz',
      ...computedNames,
      'title',
      'owner',
    ),
    scalar,
    { minKeys: 1, maxKeys: 3 },
  )
  const openValues = fc.record(
    {
      name: fc.constantFrom('Item 3', 'New name', 'x'),
      qty: fc.integer({ min: 0, max: 9 }),
      tag: fc.constantFrom('t-1', 't-2', 't-new'),
    },
    { requiredKeys: ['name'] },
  )
  const slotValues = fc.record({ slot: fc.constantFrom(...hidden, 'guess') })
  // Written by the reader, never read: what they claim to have seen of it must not be held against what it is.
  const claimed = fc.tuple(slotValues, slotValues).map(([body, base]) => ({ ...body, base }))
  const values = fc.oneof(
    { weight: 3, arbitrary: writable },
    { weight: 3, arbitrary: openValues },
    { weight: 1, arbitrary: slotValues },
  )
  const own = fc.constantFrom('m', 'part', 'task')
  // Tasks from 10 on belong to somebody else.
  const record = fc.oneof(
    fc.tuple(fc.constantFrom('m', 'part'), fc.nat(7)),
    fc.tuple(fc.constant('task'), fc.nat(12)),
  )
  const request = (method: TwinRequest['method'], path: string, body?: unknown): TwinRequest => ({
    method,
    path,
    ...(body === undefined ? {} : { body }),
  })
  const others = fc.oneof(
    fc.constantFrom(
      ...readingCalls.flatMap(({ requests, differs }) => (differs === undefined ? requests : [])),
    ),
    record.map(([key, index]) => request('GET', `/api/objects/$${key}.${index}`)),
    record.map(([key, index]) => request('GET', `/api/objects/$${key}.${index}/full`)),
    record.map(([key, index]) => request('GET', `/api/objects/$${key}.${index}/trace`)),
    record.map(([key, index]) => request('GET', `/api/records/${key}/@${key}.${index}/events`)),
    fc
      .constantFrom('', '?size=2', '?model_id=#m', '?model_id=#part', '?model_id=#task')
      .map((tail) => request('GET', `/api/objects${tail}`)),
    fc
      .constantFrom(
        '/api/models',
        '/api/archetypes',
        '/api/roles',
        '/api/members',
        '/api/models/m/description',
        '/api/models/part/form',
        '/api/models/task/description',
        '/api/permissions/fields',
        '/api/routes',
        '/api/layouts',
        '/api/invites',
        '/api/releases',
        '/api/workspace/openapi.json',
      )
      .map((path) => request('GET', path)),
    search.map((text) => request('GET', `/api/search?text=${encodeURIComponent(text)}`)),
    fc
      .tuple(
        own,
        fc.constantFrom('csv', 'json'),
        fc.record({ where: condition, search, sort }, { requiredKeys: [] }),
      )
      .map(([key, format, query]) =>
        request(
          'GET',
          `/api/records/${key}/export?format=${format}&query=${encodeURIComponent(JSON.stringify(query))}`,
        ),
      ),
    fc
      .tuple(
        own,
        condition,
        fc.array(field, { maxLength: 3 }),
        fc.constantFrom('', 'part', 'hidden_part'),
        search,
      )
      .map(([key, asked, keys, relation, words]) => {
        const given = { where: JSON.stringify(asked), sort: keys.join(','), fields: keys.join(',') }
        const tail = new URLSearchParams({ ...given, expand: relation, search: words, total: 'exact' })
        return request('GET', `/api/records/${key}?${tail.toString()}`)
      }),
    fc
      .tuple(record, values, fc.option(values))
      .map(([[key, index], body, base]) =>
        request('PATCH', `/api/records/${key}/@${key}.${index}`, base ? { ...body, base } : body),
      ),
    fc
      .tuple(fc.nat(19), claimed)
      .map(([index, body]) => request('PATCH', `/api/records/m/@m.${index}`, body)),
    fc
      .tuple(record, values)
      .map(([[key, index], attributes]) => request('PUT', `/api/objects/$${key}.${index}`, { attributes })),
    fc.tuple(own, values).map(([key, body]) => request('POST', `/api/records/${key}`, body)),
    openValues.map((body) => request('POST', '/api/records/m', body)),
    fc.tuple(own, fc.array(values, { maxLength: 3 }), fc.nat(7)).map(([key, create, index]) =>
      request('POST', `/api/records/${key}/bulk`, {
        create,
        update: [{ id: `@${key}.${index}`, values: { name: 'Bulk' } }],
      }),
    ),
    fc
      .tuple(fc.constantFrom('part', 'task', 'm'), fc.integer({ min: 4, max: 9 }))
      .map(([key, index]) => request('DELETE', `/api/records/${key}/@${key}.${index}`)),
    fc
      .tuple(
        own,
        fc.constantFrom(
          'name,qty\nImported,3\n,x\n',
          'name,cost\nImported,5\n',
          'tag,name\nt-1,Imported\nt-import,Imported\n',
          'name,part\nImported,Bolt 2\n',
          'name,hidden_part\nx,Bolt 2\n',
        ),
      )
      .map(([key, bytes]) => ({
        ...request('POST', `/api/records/${key}/import?name=x.csv&mode=skip_bad`),
        bytes,
      })),
  )
  return { queries, others }
}

import fc from 'fast-check'
import { newId } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import type { Where } from '#contracts/query.ts'
import { planSlots, type SlotRow } from '#kernel/models/slot-plan.ts'
import { compileWorkspace, type Workspace } from '#kernel/models/workspace.ts'

/** One record of a generated world. */
export interface WorldRow {
  id: string
  model: string
  attributes: Record<string, unknown>
  created_at: string
  created_by: string
  archetype_id: null
  deleted: boolean
}

/** A workspace with records, and what a person of role `reader` may see of it. */
export interface World {
  rows: WorldRow[]
  /** Field keys by model that the reader may not read. */
  hidden: Record<string, readonly string[]>
  /** Row rules of the reader by model. */
  rules: Record<string, Where | null>
}

export const userId = '00000000-0000-7000-8000-00000000aaaa'
const otherUser = '00000000-0000-7000-8000-00000000bbbb'

const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...more,
})

export const worldFields: Record<string, Field[]> = {
  item: [
    field('title', 'text'),
    field('note', 'long_text'),
    field('price', 'money'),
    field('cost', 'decimal'),
    field('qty', 'number'),
    field('done', 'boolean'),
    field('due', 'date'),
    field('at', 'datetime'),
    field('kind', 'select', { options: ['red', 'blue', 'Green'] }),
    field('tags', 'multi_select'),
    field('supplier', 'relation', { target: 'supplier' }),
    field('others', 'relation', { target: 'supplier', many: true }),
    field('parent', 'relation', { target: 'item' }),
    field('owner', 'user'),
    field('extra', 'json'),
  ],
  supplier: [
    field('name', 'text'),
    field('rating', 'decimal'),
    field('secret', 'text'),
    field('region', 'relation', { target: 'region' }),
  ],
  region: [field('name', 'text'), field('code', 'integer')],
}
export const modelKeys = Object.keys(worldFields)
export const modelIds: Record<string, string> = Object.fromEntries(modelKeys.map((key) => [key, newId()]))

/** Ids that rows may take and point to; the last of each model is never a row. */
export const rowIds: Record<string, string[]> = Object.fromEntries(
  modelKeys.map((key) => [key, Array.from({ length: 9 }, () => newId())]),
)

const letters = fc.constantFrom(
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'ß',
  'z',
  '%',
  '_',
  '\\',
  '"',
  "'",
  ' ',
  '😀',
  '￮',
  '7',
)
// As long as a slot keeps, one more, and equal up to there; and characters that stand for "no value" in slots.
const longTexts = fc.constantFrom(
  'ä'.repeat(199),
  'ä'.repeat(200),
  `${'ä'.repeat(200)}a`,
  `${'ä'.repeat(200)}b`,
  '\u{10FFFF}',
  '\u{10FFFE}',
  '\u{10FFFF}\u{10FFFF}a',
  '\u{10FFFD}',
)
export const texts = fc.oneof(
  { weight: 12, arbitrary: fc.array(letters, { maxLength: 4 }).map((list) => list.join('')) },
  { weight: 1, arbitrary: longTexts },
)
const decimals = fc.constantFrom('0', '1', '-1', '1.5', '1.50', '12.345', '-0.25', '1000', '99.99')
const numbers = fc.constantFrom(0, 1, -1, 1.5, 2.25, 1000, 0.1)
const dates = fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28', '2026-11-21')
const moments = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-06-01T12:00:00.000Z',
)
const kinds = fc.constantFrom('red', 'Green', 'blue')
const users = fc.constantFrom(userId, otherUser)
const ids = (model: string) => fc.constantFrom(...(rowIds[model] ?? []))

/** A value as a write would have stored it. */
function storedValue(of: Field): fc.Arbitrary<unknown> {
  switch (of.type) {
    case 'money':
    case 'decimal':
      return decimals
    case 'number':
      return numbers
    case 'integer':
      return fc.integer({ min: -3, max: 3 })
    case 'boolean':
      return fc.boolean()
    case 'date':
      return dates
    case 'datetime':
      return moments
    case 'select':
      return kinds
    case 'multi_select':
      return fc.uniqueArray(kinds, { maxLength: 3 })
    case 'user':
      return users
    case 'relation':
      return of.many ? fc.uniqueArray(ids(of.target ?? ''), { maxLength: 4 }) : ids(of.target ?? '')
    case 'json':
      return fc.constantFrom({ a: 1 }, [], {}, [1, 'x'], 'text', '')
    default:
      return texts
  }
}

// What an older release or a direct write may have left: of another type than the field.
const strangeValue = fc.constantFrom<unknown>(
  'x',
  5,
  true,
  null,
  '2026-02-30',
  '2026-2-1',
  '1e5',
  'nonsense',
  '12',
)

const fieldOf = (of: Field): fc.Arbitrary<[string, unknown]> =>
  fc.oneof(
    { weight: 8, arbitrary: storedValue(of).map((value): [string, unknown] => [of.key, value]) },
    { weight: 1, arbitrary: strangeValue.map((value): [string, unknown] => [of.key, value]) },
    { weight: 3, arbitrary: fc.constant<[string, unknown]>(['', null]) },
  )

export const attributesOf = (model: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(fc.tuple(...(worldFields[model] ?? []).map(fieldOf)), fc.option(texts)).map(([pairs, free]) => ({
    ...Object.fromEntries(pairs.filter(([key]) => key !== '')),
    ...(free === null ? {} : { free_key: free }),
  }))

const seldom = fc.constantFrom(...Array.from({ length: 9 }, () => false), true)

const rowsOf = (model: string): fc.Arbitrary<WorldRow[]> =>
  fc.subarray((rowIds[model] ?? []).slice(0, 8), { minLength: 4 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((id, index) =>
        fc.tuple(attributesOf(model), users, seldom).map(([attributes, created_by, deleted]): WorldRow => ({
          id,
          model,
          attributes,
          created_by,
          archetype_id: null,
          created_at: `2026-01-0${1 + (index % 3)}T10:00:00.00000${index}Z`,
          deleted,
        })),
      ),
    ),
  )

export const plainRules: Record<string, fc.Arbitrary<Where | null>> = {
  item: fc.constantFrom<Where | null>(
    null,
    null,
    null,
    null,
    { field: 'owner', op: 'eq', value: { '=': 'user.id' } },
    { not: { field: 'done', op: 'eq', value: true } },
    {
      or: [
        { field: 'kind', op: 'in', value: ['red', 'blue'] },
        { field: 'due', op: 'empty' },
      ],
    },
    { field: 'title', op: 'ne', value: { '=': 'user.email' } },
    { field: 'gone', op: 'eq', value: 1 },
  ),
  supplier: fc.constantFrom<Where | null>(
    null,
    null,
    { field: 'rating', op: 'gt', value: 0 },
    { not: { field: 'name', op: 'empty' } },
  ),
  region: fc.constantFrom<Where | null>(null, null, { field: 'code', op: 'gte', value: 0 }),
}
const followingRules: Record<string, fc.Arbitrary<Where | null>> = {
  item: fc.constantFrom<Where | null>(
    { field: 'supplier.rating', op: 'gt', value: '0' },
    { field: 'parent.done', op: 'eq', value: true },
  ),
  supplier: fc.constantFrom<Where | null>({ not: { field: 'region.name', op: 'contains', value: 'a' } }),
  region: fc.constant(null),
}

const pick = <T>(of: (model: string) => fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.record(Object.fromEntries(modelKeys.map((key) => [key, of(key)])))

/** Worlds. `following`: row rules may look across relations. */
export const worlds = (following: boolean): fc.Arbitrary<World> =>
  fc.record({
    rows: fc.tuple(...modelKeys.map(rowsOf)).map((lists) => lists.flat()),
    hidden: pick((model) =>
      fc.oneof(
        fc.constant([]),
        fc.subarray(
          (worldFields[model] ?? []).map(({ key }) => key),
          { maxLength: 2 },
        ),
      ),
    ),
    rules: pick((model) => {
      const plain = plainRules[model] ?? fc.constant(null)
      return following ? fc.oneof({ weight: 3, arbitrary: plain }, followingRules[model] ?? plain) : plain
    }),
  })

/** The workspace of a world. `without`: fields that do not exist in it at all, by model. */
export function worldWorkspace(
  tenantId: string,
  world: World,
  options: { without?: Record<string, readonly string[]>; slots?: Slots } = {},
): Workspace {
  const made = '2026-01-01T00:00:00Z'
  const kept = (key: string) =>
    (worldFields[key] ?? []).filter((one) => options.without?.[key]?.includes(one.key) !== true)
  const hidden = (key: string) => (options.without ? [] : (world.hidden[key] ?? []))
  const nobody = { read_roles: ['owner'], write_roles: ['owner'] }
  const documents = [
    ...modelKeys.map((key) => ({
      kind: 'model',
      id: modelIds[key] ?? '',
      key,
      created_at: made,
      body: { label: key, schema: { version: 1, fields: kept(key) } },
    })),
    ...modelKeys.map((key) => ({
      kind: 'field_permissions',
      id: newId(),
      key: modelIds[key] ?? '',
      created_at: made,
      body: { fields: Object.fromEntries(hidden(key).map((one) => [one, nobody])) },
    })),
    {
      kind: 'role',
      id: newId(),
      key: 'reader',
      created_at: made,
      body: {
        label: 'Reader',
        grants: Object.fromEntries(
          modelKeys.map((key) => [key, { verbs: ['read'], rows: world.rules[key] ?? null }]),
        ),
      },
    },
  ]
  const bare = compileWorkspace(tenantId, newId(), documents)
  return compileWorkspace(tenantId, newId(), documents, {
    id: newId(),
    rows: ownedSlots(bare, options.slots ?? 'none'),
  })
}

/** Which fields are read from typed columns: none, all that can be, or every other one while the rest is filling. */
export type Slots = 'none' | 'all' | 'half'

const ownedSlots = (workspace: Workspace, slots: Slots): SlotRow[] =>
  [...workspace.modelsById].flatMap(([id, { fields }]) =>
    slots === 'none'
      ? []
      : (planSlots(id, [...fields.values()], []) ?? []).map((row, index) =>
          slots === 'all' || index % 2 === 0 ? { ...row, state: 'ready' as const } : row,
        ),
  )

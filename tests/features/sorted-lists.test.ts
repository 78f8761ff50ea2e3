import { expect, it } from 'vitest'
import { fieldTypeNames, fieldTypeOf } from '#contracts/field-types.ts'
import { allFeatures } from '#features/all-features.ts'
import { starterModels } from '#features/quick-setup/starter-models.ts'
import { standardModels } from '#server/standard-models/standard-models.ts'

interface Sorted {
  model: string
  field: string
}

/** Every field that a question or a list of a layout sorts by, with its model. */
function* sortsIn(part: unknown): Generator<Sorted> {
  if (Array.isArray(part)) for (const one of part) yield* sortsIn(one)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return
  const { model, sort } = part as { model?: unknown; sort?: unknown }
  if (typeof model === 'string' && Array.isArray(sort))
    for (const one of sort as { field?: unknown }[])
      if (typeof one.field === 'string') yield { model, field: one.field }
  for (const one of Object.values(part)) yield* sortsIn(one)
}

/** What every record has beside the fields of its model. */
const recordFields: Record<string, string> = { id: 'text', created_at: 'date_time', updated_at: 'date_time' }

const unsortable = new Set<string>(fieldTypeNames.filter((type) => !fieldTypeOf(type).sortable))

it('[R-08] no stock screen sorts by a field that cannot be sorted by: its list would not be read at all', () => {
  const models = new Map(
    [...starterModels, ...standardModels].map(({ key, schema }) => [
      key,
      new Map(schema.fields.map((field) => [field.key, field])),
    ]),
  )
  /** What stands at the end of a path, which goes along relations; null where there is no such field. */
  const typeOf = (model: string, [first = '', ...rest]: readonly string[]): string | null => {
    if (rest.length === 0 && first in recordFields) return recordFields[first] ?? null
    const field = models.get(model)?.get(first)
    if (!field) return null
    if (rest.length === 0) return field.type
    return 'target' in field && field.target !== undefined ? typeOf(field.target, rest) : null
  }
  const sorts = allFeatures
    .flatMap(({ layouts }) => layouts.flatMap((layout) => [...sortsIn(layout)]))
    .filter(({ model }) => !model.startsWith('sys_'))
  const known = sorts.map(({ model, field }) => ({
    name: `${model}.${field}`,
    type: typeOf(model, field.split('.')),
  }))
  expect(known.filter(({ type }) => type === null).map(({ name }) => name)).toEqual([])
  expect(known.length).toBeGreaterThan(50)
  expect(known.filter(({ type }) => unsortable.has(type ?? '')).map(({ name }) => name)).toEqual([])
})

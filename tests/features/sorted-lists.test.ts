import { expect, it } from 'vitest'
import { fieldTypeNames, fieldTypeOf } from '#contracts/field-types.ts'
import { allFeatures } from '#features/all-features.ts'
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

const unsortable = new Set<string>(fieldTypeNames.filter((type) => !fieldTypeOf(type).sortable))

it('[R-08] no stock screen sorts by a field that cannot be sorted by: its list would not be read at all', () => {
  const models = new Map(
    standardModels.map(({ key, schema }) => [key, new Map(schema.fields.map((field) => [field.key, field]))]),
  )
  const sorts = allFeatures.flatMap(({ layouts }) => layouts.flatMap((layout) => [...sortsIn(layout)]))
  const known = sorts.flatMap(({ model, field }) => {
    const found = models.get(model)?.get(field)
    return found ? [{ name: `${model}.${field}`, type: found.type }] : []
  })
  expect(known.length).toBeGreaterThan(50)
  expect(known.filter(({ type }) => unsortable.has(type)).map(({ name }) => name)).toEqual([])
})

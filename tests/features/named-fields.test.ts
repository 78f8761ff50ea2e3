import { expect, it } from 'vitest'
import { isShownIn } from '#contracts/shown-in.ts'
import { allFeatures } from '#features/all-features.ts'
import { standardModels } from '#server/standard-models/standard-models.ts'

it('[R-08] no form of a stock screen names a field that its model keeps out of forms: it would not be there', () => {
  const models = new Map<string, (typeof standardModels)[number]>(
    standardModels.map((model) => [model.key, model]),
  )
  const named = allFeatures
    .flatMap(({ layouts }) => layouts.flatMap(({ nodes }) => Object.values(nodes)))
    .filter(({ component }) => component === 'form')
    .flatMap(({ props }) => {
      const { model, fields } = (props ?? {}) as { model?: unknown; fields?: unknown }
      const shown = models.get(String(model))?.schema.fields ?? []
      return shown.filter(({ key }) => Array.isArray(fields) && fields.includes(key))
    })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((field) => !isShownIn(field, 'form')).map(({ key }) => key)).toEqual([])
})

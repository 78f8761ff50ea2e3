import { expect, it } from 'vitest'
import { isShownIn } from '#contracts/shown-in.ts'
import { allFeatures } from '#features/all-features.ts'
import { standardModels } from '#server/standard-models/standard-models.ts'

interface Node {
  component: string
  props?: { model?: unknown; fields?: unknown }
}

it('[R-08] no form of a stock screen names a field that its model keeps out of forms: it would not be there', () => {
  const forms = allFeatures
    .flatMap(({ layouts }) => layouts as unknown as { nodes: Record<string, Node> }[])
    .flatMap(({ nodes }) => Object.values(nodes))
    .filter(({ component }) => component === 'form')
  const named = forms.flatMap(({ props }) => {
    const wanted: unknown[] = Array.isArray(props?.fields) ? props.fields : []
    const model = standardModels.find(({ key }) => key === props?.model)
    return model ? model.schema.fields.filter(({ key }) => wanted.includes(key)) : []
  })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((field) => !isShownIn(field, 'form')).map(({ key }) => key)).toEqual([])
})

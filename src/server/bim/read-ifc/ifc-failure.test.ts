import { expect, it } from 'vitest'
import versions from '#features/bim/models/bim-model-versions.json' with { type: 'json' }
import { ifcFailureTexts } from './ifc-failure.ts'

it('every reason is an option of the field that holds it, which is how a list says it in the language of its reader', () => {
  const reason = versions.schema.fields.find(({ key }) => key === 'reason')
  expect(reason?.options).toEqual(expect.arrayContaining(Object.values(ifcFailureTexts)))
})

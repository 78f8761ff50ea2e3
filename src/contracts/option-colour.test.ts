import { expect, it } from 'vitest'
import { archetypeWriteSchema } from './archetype.ts'
import { optionSchema } from './field.ts'
import { modelWriteSchema } from './model.ts'
import { withoutOldColours } from './option-colour.ts'

const option = (color: string) => ({ value: 'a', label: 'A', color })

it('[SP-02] a colour of a choice is a tone or a number of 3, 4, 6 or 8 digits', () => {
  for (const color of ['success', '#fff', '#FF88', '#FF8800', '#ff8800aa'])
    expect(optionSchema.safeParse(option(color)).success, color).toBe(true)
  for (const color of ['#12', '#12345', '#1234567', '#gggggg', 'blue-500', 'rgb(1,2,3)'])
    expect(optionSchema.safeParse(option(color)).success, color).toBe(false)
})

it('what was stored with another colour is read without it, and saved as it is read', () => {
  const fields = [
    { key: 'state', label: 'State', type: 'select', options: ['x', option('blue-500'), option('success')] },
    { key: 'name', label: 'Name', type: 'text', default: { color: 'rgb(1,2,3)' } },
  ]
  const read = [{ ...fields[0], options: ['x', { value: 'a', label: 'A' }, option('success')] }, fields[1]]
  const model = { key: 'm', label: 'M', schema: { fields } }
  const stored = withoutOldColours(model)
  expect(stored.schema.fields).toEqual(read)
  const archetype = withoutOldColours({
    name: 'A',
    schema: { version: 1, assemblies: [{ key: 'a', label: 'A', attributes: fields }] },
  })
  expect(archetype.schema.assemblies[0]?.attributes).toEqual(read)
  expect(modelWriteSchema.safeParse(model).success).toBe(false)
  expect(modelWriteSchema.safeParse(stored).success).toBe(true)
  expect(archetypeWriteSchema.safeParse(archetype).success).toBe(true)
  const plain = { key: 'm', label: 'M', schema: null }
  expect(withoutOldColours(plain)).toBe(plain)
})

import { expect, it } from 'vitest'
import type { Field } from '#contracts/field.ts'
import { choicesType, choiceType } from './choice-type.ts'

const field = (options: Field['options']): Field => ({ key: 'kind', label: 'Kind', type: 'select', options })

it('names the options by what they are called where a value is none of them, and some of many', () => {
  const few = field([{ value: 'w', label: 'Wood' }, 'Steel'])
  expect(choiceType.normalise('w', few)).toEqual({ value: 'w' })
  const refused = {
    code: 'option',
    message: 'Choose one of the options: “Wood”, “Steel”.',
    values: { names: { names: ['Wood', 'Steel'] } },
  }
  expect(choiceType.normalise('Brick', few)).toMatchObject(refused)
  expect(choicesType.normalise(['w', 'Brick'], { ...few, type: 'multi_select' })).toMatchObject(refused)
  const many = field(Array.from({ length: 20 }, (_, at) => `Room ${at}`))
  expect(choiceType.normalise('Attic', many)).toMatchObject({
    message: expect.stringMatching(/^Choose one of the options, such as “Room 0”, .*“Room 7”\.$/),
  })
})

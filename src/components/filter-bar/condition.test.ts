import { describe, expect, it } from 'vitest'
import { fieldTypeNames, fieldTypeOf, type FieldType } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { countConditions, joined, partsOf } from './condition-parts.ts'
import { asOffered, choicesFor, toCondition } from './condition.ts'
import { firstChoice, fromDraft, newLine, toDraft } from './group-draft.ts'
import { takesRuleValue } from './rule-values.ts'
import { whereWords } from './where-words.ts'

const field = (key: string, type: FieldType, more: Partial<FieldDescription> = {}): FieldDescription => ({
  ...fieldTypeOf(type),
  key,
  label: key,
  type,
  required: false,
  read_only: false,
  ...more,
})
const price = field('price', 'money')
const category = field('category', 'select', { options: [{ value: 'c', label: 'Concrete' }] })
const fields = new Map([price, category].map((one) => [one.key, one]))
const region = { locale: 'en' }

describe('conditions', () => {
  it.each(fieldTypeNames)('%s: offers only what the server takes', (type) => {
    const known = [...fieldTypeOf(type).operators, 'filled']
    expect(choicesFor(field('f', type)).every((choice) => known.includes(choice))).toBe(true)
  })
  it('begins with what may be worked out, where that is offered', () => {
    expect(firstChoice(field('day', 'date'), takesRuleValue)).toBe('eq')
    expect(firstChoice(field('at', 'datetime'), takesRuleValue)).toBe('lt')
    expect(firstChoice(field('day', 'date'), () => true)).toBe('between')
  })
  it('is none while a value is missing', () => {
    expect(toCondition('price', 'gte', '')).toBeNull()
    expect(toCondition('price', 'between', ['1', null])).toBeNull()
    expect(toCondition('category', 'in', [])).toBeNull()
    expect(toCondition('price', 'filled', null)).toEqual({ field: 'price', op: 'empty', value: false })
    expect(toCondition('price', 'gte', '0')).toEqual({ field: 'price', op: 'gte', value: '0' })
  })
  it('"is" a choice is offered as "is one of"', () => {
    expect(asOffered({ field: 'category', op: 'eq', value: 'c' }, category)).toEqual({
      choice: 'in',
      value: ['c'],
    })
    expect(asOffered({ field: 'price', op: 'eq', value: '1' }, price)).toEqual({ choice: 'eq', value: '1' })
  })
  it('reads as a sentence', () => {
    const where: Where = {
      and: [
        { field: 'category', op: 'in', value: ['c'] },
        {
          or: [
            { field: 'price', op: 'gt', value: '1234.5' },
            { field: 'price', op: 'empty', value: true },
          ],
        },
      ],
    }
    expect(whereWords(where, fields, region)).toBe(
      'category is one of Concrete and (price is more than 1,234.5 or price is empty)',
    )
  })
  it('goes to chips and back', () => {
    const a = { field: 'a', op: 'eq', value: 1 } as const
    expect(joined(partsOf(a))).toBe(a)
    expect(joined(partsOf({ and: [a, a] }))).toEqual({ and: [a, a] })
    expect(joined([])).toBeNull()
    expect(countConditions({ and: [a, { or: [a, { not: a }] }] })).toBe(3)
  })
  it('goes to the builder and back; unfinished lines are left out', () => {
    const where = {
      or: [
        { field: 'price', op: 'gt' as const, value: '1' },
        { not: { field: 'price', op: 'lt' as const, value: '2' } },
      ],
    }
    expect(fromDraft(toDraft(where, [price]))).toEqual(where)
    const draft = toDraft(null, [])
    expect(fromDraft({ ...draft, parts: [newLine()] })).toBeNull()
  })
})

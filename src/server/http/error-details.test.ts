import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { must } from '#base/assert.ts'
import { querySchema } from '#contracts/query.ts'
import { inputDetails } from './error-details.ts'

const detailsOf = (where: unknown): unknown => {
  const { error } = querySchema.safeParse({ model: 'x', where })
  return error && inputDetails(error).map(({ path, code }) => [path, code])
}

describe('what is wrong with a condition', () => {
  it('is said of the shape it comes nearest to', () => {
    const leaf = { field: 'a', op: 'eq', value: 1 }
    expect(detailsOf({ and: [leaf], or: [leaf] })).toEqual([['where.or', 'unknown_key']])
    expect(detailsOf({ or: [{ and: [leaf], not: leaf }] })).toEqual([['where.or.0.not', 'unknown_key']])
    expect(detailsOf({ field: 'a', op: 'eq', valeu: 1 })).toEqual([['where.valeu', 'unknown_key']])
    expect(detailsOf({ and: [{ field: 'a', op: 'likes' }] })).toEqual([['where.and.0.op', 'invalid_value']])
    expect(detailsOf({ field: 'a' })).toEqual([['where.op', 'invalid_value']])
  })
})

it.each([
  [z.string().min(1), '', { message: 'This is missing.' }],
  [z.string().min(3), 'x', { text: 'At least {{count}} characters.', values: { count: 3 } }],
  [z.string().max(2), 'long', { text: 'At most {{count}} characters.', values: { count: 2 } }],
  [z.int().max(5), 6, { text: 'At most {{number}}.', values: { number: { decimal: '5' } } }],
  [z.array(z.string()).min(1), [], { message: 'This is missing.' }],
  [z.string().regex(/^[a-z]$/), 'A', { message: 'This is not valid.' }],
  [
    z
      .string()
      .min(1)
      .regex(/^[a-z]$/, 'Use a letter.'),
    '',
    { message: 'This is missing.' },
  ],
  [z.string().regex(/^[a-z]$/, 'Use a letter.'), 'A', { message: 'Use a letter.' }],
])('says it for people, in words that can be translated', (schema, value, words) => {
  expect(inputDetails(must(schema.safeParse(value).error, 'it is wrong'))).toMatchObject([words])
})

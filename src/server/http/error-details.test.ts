import { describe, expect, it } from 'vitest'
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

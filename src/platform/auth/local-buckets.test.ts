import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthError } from './auth-error.ts'
import { LocalBuckets } from './local-buckets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (work: () => void): AuthError | null => {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof AuthError) return error
    throw error
  }
}

it('lets a burst through, then one per refill, and says how long to wait', () => {
  const buckets = new LocalBuckets(30, 300)
  for (let n = 0; n < 30; n++) buckets.take('a')
  expect(refusal(() => buckets.take('a'))).toMatchObject({ status: 429, retryAfter: 10 })
  expect(refusal(() => buckets.take('b'))).toBeNull()
  vi.advanceTimersByTime(9_000)
  expect(refusal(() => buckets.take('a'))).toMatchObject({ retryAfter: 1 })
  vi.advanceTimersByTime(1_000)
  expect(refusal(() => buckets.take('a'))).toBeNull()
  expect(refusal(() => buckets.take('a'))).toMatchObject({ status: 429 })
})

it('holds no more than its capacity after a long rest', () => {
  const buckets = new LocalBuckets(2, 10)
  vi.advanceTimersByTime(3_600_000)
  buckets.take('a')
  buckets.take('a')
  expect(refusal(() => buckets.take('a'))).not.toBeNull()
})

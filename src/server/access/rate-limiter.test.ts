import { expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { RateLimiter } from './rate-limiter.ts'

it('[RL-02] allows so many, then says how long to wait, and refills evenly', () => {
  let seconds = 1000
  const limiter = new RateLimiter(1, { now: () => new Date(seconds * 1000) })
  const take = (who = 'a') => limiter.take('x', who, 3, 60)
  for (let round = 0; round < 3; round++) take()
  const refusal = (() => {
    try {
      take()
    } catch (error) {
      return error
    }
    return null
  })()
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'rate_limited', retryAfter: expect.closeTo(20, 0) })
  expect(() => take('b')).not.toThrow()
  seconds += 21
  expect(() => take()).not.toThrow()
  expect(() => take()).toThrow(AppError)
})

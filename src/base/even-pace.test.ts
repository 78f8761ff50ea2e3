import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atEvenPace } from './even-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const answeredAt = async (takes: number): Promise<number> => {
  const start = performance.now()
  let end = Number.NaN
  const answer = atEvenPace(400, () => new Promise((done) => void setTimeout(done, takes))).then(
    () => void (end = performance.now()),
  )
  await vi.runAllTimersAsync()
  await answer
  return end - start
}

it('answers on the next whole step after the work', async () => {
  expect([await answeredAt(1), await answeredAt(399), await answeredAt(401)].map(Math.round)).toEqual([
    400, 400, 800,
  ])
})

it('refuses on the same steps', async () => {
  const refusal = expect(atEvenPace(400, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(400)
  await refusal
})

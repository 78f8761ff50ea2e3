import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SignInBackOff } from './sign-in-back-off.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wrong = async () => false
const right = async () => true

it('doubles the pauses, up to a quarter of an hour', async () => {
  const backOff = new SignInBackOff(3)
  for (let n = 0; n < 3; n++) expect(await backOff.run('ada', '1', wrong)).toBe(false)
  const pauses: unknown[] = []
  for (let n = 0; n < 10; n++) {
    const refused = (await backOff.run('ada', '1', right).catch((error: unknown) => error)) as {
      retryAfter: number
    }
    pauses.push(refused.retryAfter)
    vi.advanceTimersByTime(refused.retryAfter * 1_000)
    expect(await backOff.run('ada', '1', wrong)).toBe(false)
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
})

it('forgets after a right password, and never mixes accounts or addresses', async () => {
  const backOff = new SignInBackOff(2)
  await backOff.run('ada', '1', wrong)
  expect(await backOff.run('ada', '1', right)).toBe(true)
  await backOff.run('ada', '1', wrong)
  expect(await backOff.run('ada', '1', right)).toBe(true)
  await backOff.run('ada', '1', wrong)
  await backOff.run('ada', '1', wrong)
  await expect(backOff.run('ada', '1', right)).rejects.toMatchObject({ status: 429 })
  expect(await backOff.run('ada', '2', right)).toBe(true)
  expect(await backOff.run('eve', '1', right)).toBe(true)
})

it('runs a volley one by one, and an attempt that throws counts for nothing', async () => {
  const backOff = new SignInBackOff(2)
  let running = 0
  let most = 0
  const attempt = async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    return true
  }
  await Promise.all(Array.from({ length: 20 }, () => backOff.run('ada', '1', attempt)))
  expect(most).toBe(1)
  const failing = () => backOff.run('ada', '1', () => Promise.reject(new Error('database away')))
  for (let n = 0; n < 5; n++) await expect(failing()).rejects.toThrow('database away')
  expect(await backOff.run('ada', '1', right)).toBe(true)
})

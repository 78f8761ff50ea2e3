import { expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { RateLimiter } from '../access/rate-limiter.ts'
import type { Services } from '../services.ts'
import { isPass, passSeconds, signPass } from './share-password.ts'
import { unlockShare } from './unlock-share.ts'

const requests = { options: { password: 'secret of the server' } }
const services = { database: { requests }, limiter: new RateLimiter(1) } as unknown as Services
const link = { hash: 'a'.repeat(64), passwordHash: '$2a$10$kept' }

it('PT-07 a pass is for one link with one password, and for an hour', () => {
  const now = Date.now()
  const pass = signPass(services, link, now)
  expect(isPass(services, link, pass, now)).toBe(true)
  expect(isPass(services, link, pass, now + (passSeconds - 1) * 1000)).toBe(true)
  expect(isPass(services, link, pass, now + (passSeconds + 1) * 1000)).toBe(false)
  expect(isPass(services, { ...link, hash: 'b'.repeat(64) }, pass, now)).toBe(false)
  expect(isPass(services, { ...link, passwordHash: '$2a$10$other' }, pass, now)).toBe(false)
  const other = { database: { requests: { options: { password: 'another server' } } } } as unknown as Services
  expect(isPass(other, link, pass, now)).toBe(false)
  for (const made of ['', '.', `${pass}.x`, pass.slice(0, -1), `1${pass}`, 'x'.repeat(5000)])
    expect(isPass(services, link, made, now), made.slice(0, 20)).toBe(false)
})

it('PT-07 tries are limited by link and visitor, by visitor, and by link from everywhere', async () => {
  const codes = async (tries: number, token: (at: number) => string, address: (at: number) => string) => {
    // No database is behind it: what is let through ends there.
    const all = await Promise.all(
      Array.from({ length: tries }, async (_, at) => {
        const attempt = { services, requestId: 'r', address: address(at) }
        const error = await unlockShare(attempt, token(at), 'guess').catch((one: unknown) => one)
        return error instanceof AppError && error.code === 'rate_limited' ? 'limited' : 'through'
      }),
    )
    return all.filter((one) => one === 'through').length
  }
  const [one, other] = ['x'.repeat(32), 'y'.repeat(32)]
  expect(
    await codes(
      15,
      () => one,
      () => '10.0.0.1',
    ),
  ).toBe(10)
  expect(
    await codes(
      3,
      () => other,
      () => '10.0.0.1',
    ),
  ).toBe(3)
  expect(
    await codes(
      60,
      (at) => `${at}`.padStart(32, 'z'),
      () => '10.0.0.2',
    ),
  ).toBe(40)
  expect(
    await codes(
      300,
      () => 'w'.repeat(32),
      (at) => `10.0.1.${at}`,
    ),
  ).toBe(200)
})

import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { retryAfter, retrySchedule } from './retry-after.ts'
import { newWebhookSecret, signedHeaders } from './sign-message.ts'

it('tries again later and later, then gives up', () => {
  const waits = retrySchedule.map((_, at) => retryAfter(at + 1, 0.5))
  expect(waits).toEqual([5, 30, 300, 1800, 7200, 21_600, 43_200, 86_400])
  expect(retryAfter(9)).toBeNull()
  expect([retryAfter(1, 0), retryAfter(1, 1)]).toEqual([4.5, 5.5])
})

it('signs as Standard Webhooks says', () => {
  const secret = newWebhookSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  // The example of the specification's own test vectors.
  const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  const headers = signedHeaders(known, 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, 1_614_265_330_000)
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  const key = Buffer.from(known.slice(6), 'base64')
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(`msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.${body}`).digest('base64')}`,
  )
})

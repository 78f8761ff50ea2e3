import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import type { Services } from '../services.ts'
import type { ServerEnv } from './context.ts'
import { answerSharedPage } from './shared-page.ts'

async function answerTo(code: string): Promise<[status: number, text: string]> {
  const refuse = (): never => {
    throw new AppError(code)
  }
  const services = { limiter: { take: refuse }, settings: { trustedProxies: 0 } } as unknown as Services
  const app = new Hono<ServerEnv>().get('/p/:token', answerSharedPage(services))
  app.onError(() => new Response('', { status: 500 }))
  const answer = await app.request('/p/x', {}, {})
  return [answer.status, await answer.text()]
}

it('says that a link is gone only of one that is, not of trouble that passes', async () => {
  expect(await answerTo('not_found')).toEqual([404, expect.stringContaining('This page is not here')])
  for (const [code, status] of [
    ['rate_limited', 429],
    ['unavailable', 503],
  ] as const)
    expect(await answerTo(code)).toEqual([status, expect.stringContaining('Wait a minute')])
  // Anything else is answered where every fault is.
  expect((await answerTo('internal'))[0]).toBe(500)
})

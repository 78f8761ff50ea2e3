import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import type { Services } from '../services.ts'
import type { ServerEnv } from './context.ts'
import { answerSharedPage } from './shared-page.ts'

async function answerTo(fault: Error): Promise<[status: number, text: string]> {
  const refuse = (): never => {
    throw fault
  }
  const log = { warn: () => undefined, error: () => undefined }
  const services = { limiter: { take: refuse }, settings: { trustedProxies: 0 }, log } as unknown as Services
  const app = new Hono<ServerEnv>().get('/p/:token', answerSharedPage(services))
  const answer = await app.request('/p/x', {}, {})
  expect(answer.headers.get('Content-Type')).toContain('text/html')
  return [answer.status, await answer.text()]
}

it('says that a link is gone only of one that is, not of trouble that passes', async () => {
  expect(await answerTo(new AppError('not_found'))).toEqual([
    404,
    expect.stringContaining('This page is not here'),
  ])
  expect(await answerTo(new AppError('rate_limited'))).toEqual([
    429,
    expect.stringContaining('Wait a minute'),
  ])
})

it('says so as a page that tries again where the database is away or something breaks', async () => {
  for (const [fault, status] of [
    [new AppError('unavailable'), 503],
    [new Error('connect ECONNREFUSED 127.0.0.1:5432'), 503],
    [new Error('a secret of ours'), 500],
  ] as const) {
    const [answered, text] = await answerTo(fault)
    expect(answered).toBe(status)
    expect(text).toContain('This page cannot be shown right now')
    expect(text).toContain('<meta http-equiv="refresh" content="30">')
    expect(text).not.toContain('secret of ours')
  }
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerEnv } from '../../context.ts'
import { staticFiles } from './static-files.ts'

let folder: string
let app: Hono<ServerEnv>
const page = `<!doctype html><title>Formwork</title>${'<p>x</p>'.repeat(300)}`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'formwork-static-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets/main-a1b2.js'), 'export const text = "x"\n'.repeat(200))
  writeFileSync(join(folder, 'assets/main-a1b2.js.map'), '{}')
  app = new Hono<ServerEnv>()
  app.use('*', staticFiles(folder))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('staticFiles', () => {
  it('serves the page for every address of the application', async () => {
    for (const path of ['/', '/estimates/7', '/auth']) {
      const answer = await app.request(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toBe(page)
    }
  })

  it('keeps named assets forever, compressed as the browser asks', async () => {
    const asset = (encoding: string) =>
      app.request('/assets/main-a1b2.js', { headers: { 'accept-encoding': encoding } })
    const answer = await asset('gzip, br')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect((await asset('gzip')).headers.get('content-encoding')).toBe('gzip')
    expect((await asset('')).headers.get('content-encoding')).toBeNull()
  })

  it('answers 304 to who has it, 404 for assets that are gone, and keeps source maps to itself', async () => {
    const { headers } = await app.request('/')
    const again = await app.request('/', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect((await app.request('/assets/old-1.js')).status).toBe(404)
    expect((await app.request('/assets/main-a1b2.js.map')).status).toBe(404)
    expect((await app.request('/', { method: 'POST' })).status).toBe(404)
  })

  it('shows no page for what browsers and crawlers ask of every host', async () => {
    for (const path of ['/favicon.ico', '/robots.txt', '/.well-known/security.txt', '/.env'])
      expect([path, (await app.request(path)).status]).toEqual([path, 404])
    expect((await app.request('/o/.env')).status).toBe(200)
  })

  it('never leaves its folder', async () => {
    for (const path of ['/../settings.ts', '/%2e%2e/settings.ts', '/assets/..%2f..%2fsettings.ts']) {
      const text = await (await app.request(path)).text()
      expect([page, 'not_found']).toContain(text)
    }
  })
})

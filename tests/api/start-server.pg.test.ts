import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtServer } from '../support/built-product.ts'
import { api, makeWorkspace, signUp } from '../support/people.ts'
import { createTestDatabase, type TestDatabase } from '../support/start-test-database.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let database: TestDatabase
let home: string

beforeAll(async () => {
  database = await createTestDatabase()
  home = mkdtempSync(join(tmpdir(), 'formwork-start-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

const script = await builtServer()

/** The server as its own process. */
function launch(environment: Record<string, string>): {
  child: ChildProcess
  output(): string
  ready: Promise<string>
  exit: Promise<number>
} {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: database.url,
      DATA_DIR: home,
      PORT: 'auto',
      ...environment,
    },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exit = new Promise<number>((done) => child.on('exit', (code) => done(code ?? -1)))
  const ready = new Promise<string>((done, failed) => {
    const look = () => {
      const address = /ready:\s+(http\S+)/.exec(text)?.[1]
      if (address) done(address)
    }
    child.stdout.on('data', look)
    void exit.then(() => failed(new Error(text)))
  })
  return { child, output: () => text, ready, exit }
}

describe('starting and stopping', () => {
  it('prints where it is, serves, and ends well on SIGTERM while a request is under way', async () => {
    const server = launch({})
    const url = await server.ready
    const ann = await signUp({
      url,
      mailbox: async (to: string) => (await fetch(`${url}/api/dev/mailbox?to=${to}`)).json(),
    } as TestServer)
    const body = JSON.stringify({ name: 'Half sent' })
    const slow = request(`${url}/api/tenants`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    slow.write(body.slice(0, 5))
    await wait(300)
    server.child.kill('SIGTERM')
    await wait(300)
    await expect(fetch(`${url}/api/health`)).rejects.toThrow()
    slow.end(body.slice(5))
    expect((await answered)[0].statusCode).toBe(201)
    expect(await server.exit).toBe(0)
  })

  it('says in plain words that the port is taken, and what to do', async () => {
    const other = createServer()
    const port = await new Promise<number>((done) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        done(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const server = launch({ PORT: String(port) })
    server.ready.catch(() => undefined)
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain(`Port ${port} is taken`)
    expect(server.output()).not.toContain('    at ')
    other.close()
  })

  it('says what is wrong with the settings, all of it', async () => {
    const server = launch({ PORT: 'x', SMTP_URL: 'y' })
    server.ready.catch(() => undefined)
    expect(await server.exit).toBe(1)
    expect(server.output()).toMatch(/PORT[\s\S]*SMTP_URL/)
  })
})

describe('[P-08] several processes on one database', () => {
  it('start together, agree on people and mail, and see each other’s releases at once', async () => {
    const settings = { DATABASE_URL: database.url, PUBLIC_URL: 'http://localhost:4000' }
    const [a, b] = await Promise.all([startTestServer(settings), startTestServer(settings)])
    try {
      const viaA = (url: string | URL | Request, init?: RequestInit) =>
        fetch(String(url).replace('http://localhost:4000', a.url), init)
      const ann = await signUp(a, undefined, viaA)
      const tenant = await makeWorkspace(ann, 'Anker Bau')
      expect(await b.mailbox(ann.email)).toHaveLength(1)
      const onB = { ...ann, server: b }
      expect((await api(onB).get('/api/models')).body.rows).toEqual([])
      await api(ann, tenant.id).post('/api/models', { key: 'crane', label: 'Cranes' })
      expect((await api(onB, tenant.id).get('/api/models')).body.rows).toHaveLength(1)
      await ann.supabase.auth.signOut()
      expect((await api(onB).get('/api/models')).status).toBe(401)
    } finally {
      await Promise.all([a.stop(), b.stop()])
    }
  })
})

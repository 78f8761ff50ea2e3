import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askDatabase, ServerProcess } from '../support/server-process.ts'
import { createTestDatabase } from '../support/start-test-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: ServerProcess
let supabase: SupabaseClient

beforeAll(async () => {
  database = await createTestDatabase()
  server = new ServerProcess(database.url)
  await server.start()
  const meta = (await (await fetch(`${server.url}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
  }
  supabase = createClient(meta.supabase.url, meta.supabase.anonKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  })
  const email = 'crash@example.test'
  await supabase.auth.signUp({ email, password: 'long enough to be good 1' })
  const code = /\b\d{6}\b/.exec((await server.mailbox(email))[0]?.text ?? '')?.[0] ?? ''
  const { data } = await supabase.auth.verifyOtp({ email, token: code, type: 'signup' })
  await fetch(`${server.url}/api/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
    body: '{"name":"Crash"}',
  })
  await supabase.storage.createBucket('b')
}, 120_000)

afterAll(async () => {
  await server.end()
  await database.drop()
})

const folder = (): string => join(server.dataDir, 'files')
const blobs = (): string[] =>
  (existsSync(folder()) ? readdirSync(folder(), { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
const rows = async (): Promise<string[]> =>
  (await askDatabase<{ key: string }>(database.url, 'select storage_key as key from app.bucket_objects'))
    .map(({ key }) => key.split('/').at(-1) ?? '')
    .sort()

it('killed while files are on their way: every object that is there is whole, and no byte is there without one', async () => {
  const bytes = Buffer.alloc(300_000, 'x')
  for (const round of process.env['LONG'] ? [1, 2, 3] : [1]) {
    const sent = Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => supabase.storage.from('b').upload(`${round}/${n}.txt`, bytes)),
    )
    // In the middle of it, some through and some not.
    const before = blobs().length
    await expect
      .poll(() => blobs().length, { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(before + 3 * round)
    await server.kill()
    const found = blobs().length
    await sent
    expect(found).toBeLessThan(before + 30)
    await server.start()
    // Upkeep looks when a server starts.
    await expect.poll(async () => blobs().length - (await rows()).length, { timeout: 20_000 }).toBe(0)
    expect(blobs()).toEqual(await rows())
    const { data } = await supabase.storage.from('b').list(`${round}`, { limit: 1000 })
    for (const { name } of (data ?? []).slice(0, 5))
      expect(
        (await (await supabase.storage.from('b').download(`${round}/${name}`)).data!.arrayBuffer())
          .byteLength,
      ).toBe(bytes.length)
  }
  const [usage] = await askDatabase<{ bytes: string }>(database.url, 'select bytes from app.storage_usage')
  expect(Number(usage?.bytes ?? 0)).toBe((await rows()).length * bytes.length)
}, 120_000)

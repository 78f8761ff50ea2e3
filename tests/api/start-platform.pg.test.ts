import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { inTransaction, openPool } from '#platform/auth/database.ts'
import { type PlatformOptions, startPlatform } from '#platform/start-platform.ts'
import { type TestDatabase, createTestDatabase } from '../support/start-test-database.ts'
import { startTestPlatform } from '../support/start-test-platform.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const options = (changes: Partial<PlatformOptions> = {}): PlatformOptions => ({
  databaseUrl: database.url,
  publicUrl: () => 'https://build.example.com/',
  allowedRedirects: () => [],
  sendMail: async () => undefined,
  log: () => undefined,
  production: false,
  ...changes,
})

it('keeps its keys over restarts, and several processes on one database agree on them', async () => {
  const together = await Promise.all([
    startPlatform(options()),
    startPlatform(options()),
    startPlatform(options()),
  ])
  const later = await startPlatform(options())
  const keys = [...together, later].map(({ anonKey, serviceKey, issuer, jwks }) => ({
    anonKey,
    serviceKey,
    issuer,
    jwks: jwks(),
  }))
  for (const other of keys) expect(other).toEqual(keys[0])
  expect(keys[0]).toMatchObject({
    issuer: 'https://build.example.com/auth/v1',
    jwks: { keys: [{ alg: 'ES256', crv: 'P-256' }] },
  })
  expect(JSON.stringify(keys[0]?.jwks)).not.toContain('"d"')
  for (const platform of [...together, later]) await platform.stop()
})

it('signs with the configured secret when there is one', async () => {
  const configured = async (jwtSecret: string) => {
    const platform = await startPlatform(options({ jwtSecret }))
    await platform.stop()
    return platform.jwks().keys[0]?.kid
  }
  const first = await configured('q4Wz8rT1yU6iO3pA9sD2fG5hJ7kL0xCv')
  expect(await configured('q4Wz8rT1yU6iO3pA9sD2fG5hJ7kL0xCv')).toBe(first)
  expect(await configured('Zx4Wz8rT1yU6iO3pA9sD2fG5hJ7kL0xC')).not.toBe(first)
})

it('refuses to start in production with secrets that others could guess, and says which', async () => {
  const refusal = (changes: Partial<PlatformOptions>) =>
    startPlatform(options({ production: true, ...changes })).then(
      () => 'started',
      (error: Error) => error.message,
    )
  expect(await refusal({ jwtSecret: '' })).toContain('JWT secret is empty')
  expect(await refusal({ jwtSecret: 'short' })).toContain('JWT secret is shorter than 32')
  expect(await refusal({ jwtSecret: 'super-secret-jwt-token-with-at-least-32-characters-long' })).toContain(
    'JWT secret is a sample',
  )
  expect(await refusal({ jwtSecret: 'abababababababababababababababababab' })).toContain('JWT secret repeats')
  const weak = new URL(database.url)
  weak.password = 'postgres'
  const text = await refusal({ databaseUrl: weak.href, jwtSecret: 'short' })
  expect(text).toContain('DATABASE_URL is a sample')
  expect(text).toContain('JWT secret')
  expect(text).not.toMatch(/'postgres'|:postgres@/)
})

it('refuses a database with somebody else’s auth schema', async () => {
  const foreign = await createTestDatabase()
  await query(foreign.url, 'create schema auth; create table auth.users (id int)')
  await expect(startPlatform(options({ databaseUrl: foreign.url }))).rejects.toThrow(
    'already holds an "auth" schema',
  )
  expect(await query(foreign.url, `select to_regnamespace('formwork_platform') as made`)).toEqual([
    { made: null },
  ])
  await foreign.drop()
})

it('refuses a database of a newer version, and a migration that was edited after it ran', async () => {
  const other = await createTestDatabase()
  await (await startPlatform(options({ databaseUrl: other.url }))).stop()
  await query(
    other.url,
    `insert into formwork_platform.migrations (name, hash) values ('9999-later.sql', 'x')`,
  )
  await expect(startPlatform(options({ databaseUrl: other.url }))).rejects.toThrow(
    'newer version of Formwork',
  )
  await query(other.url, `delete from formwork_platform.migrations where name = '9999-later.sql'`)
  await query(other.url, `update formwork_platform.migrations set hash = 'x' where name = '0001-roles.sql'`)
  await expect(startPlatform(options({ databaseUrl: other.url }))).rejects.toThrow(
    '0001-roles.sql was changed after it ran',
  )
  await other.drop()
})

it('gives policies the caller, and other roles nothing but that', async () => {
  const platform = await startPlatform(options())
  const user = '0b54e0c6-4d3c-4a6e-9f2e-0a3a6a6b7c11'
  await query(database.url, `create table if not exists public.probe (id int)`)
  const rows = await query(
    database.url,
    `begin;
     select set_config('request.jwt.claims', '{"sub": "${user}", "role": "authenticated", "email": "a@example.com"}', true);
     set local role authenticated;
     select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> 'sub' as sub,
       auth.session_is_alive(gen_random_uuid(), gen_random_uuid()) as alive;`,
  )
  expect(rows).toEqual([
    { uid: user, role: 'authenticated', email: 'a@example.com', sub: user, alive: false },
  ])
  for (const table of [
    'auth.users',
    'auth.sessions',
    'auth.refresh_tokens',
    'auth.one_time_tokens',
    'formwork_platform.secrets',
  ]) {
    for (const role of ['anon', 'authenticated', 'authenticator']) {
      await expect(query(database.url, `set role ${role}; select * from ${table}`)).rejects.toThrow(
        'permission denied',
      )
    }
  }
  expect(await query(database.url, `set role anon; select auth.uid() as uid, auth.role() as role`)).toEqual([
    { uid: null, role: null },
  ])
  const [attributes] = await query(
    database.url,
    `select rolcanlogin, rolinherit, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'authenticator'`,
  )
  expect(attributes).toEqual({
    rolcanlogin: true,
    rolinherit: false,
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
  })
  await platform.stop()
})

it('stores no code, link or refresh token that could be used', async () => {
  const service = await startTestPlatform({ databaseUrl: database.url })
  const email = 'ada@example.com'
  const client = service.client()
  await client.auth.signUp({ email, password: 'Beton und Stahl 7' })
  const { code, link } = service.mailTo(email)
  const dump = async () =>
    JSON.stringify(
      await query(database.url, `select u, t from auth.users u left join auth.one_time_tokens t on true`),
    )
  expect(await dump()).not.toContain(new URL(link).searchParams.get('token'))
  const { data } = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
  const tokens = JSON.stringify(
    await query(
      database.url,
      'select * from auth.refresh_tokens, formwork_platform.secrets, auth.audit_log_entries',
    ),
  )
  expect(tokens).not.toContain(data.session?.refresh_token)
  expect(await dump()).not.toContain('Beton')
  await service.stop()
})

it('answers 503 while the database is away and recovers by itself', async () => {
  const target = new URL(database.url)
  const proxy = await startProxy(Number(target.port), target.hostname)
  target.port = String(proxy.port)
  target.hostname = '127.0.0.1'
  const service = await startTestPlatform({ databaseUrl: target.href })
  const recover = () =>
    fetch(`${service.url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: service.platform.anonKey },
      body: JSON.stringify({ email: 'nobody@example.com' }),
    })
  expect((await recover()).status).toBe(200)
  await proxy.cut()
  const refused = await recover()
  expect(refused.status).toBe(503)
  expect(await refused.text()).not.toMatch(/ECONN|127\.0\.0\.1|postgres/)
  await proxy.restore()
  expect((await recover()).status).toBe(200)
  await service.stop()
  await proxy.cut()
})

it('lives on when a connection is lost between two statements of a transaction', async () => {
  const pool = openPool(database.url, () => undefined)
  const work = inTransaction(pool, async (tx) => {
    const lost = new Promise((done) => tx.once('end', done))
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await query(database.url, `select pg_terminate_backend(${rows[0]?.pid})`)
    await lost
  })
  await expect(work).rejects.toThrow()
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await pool.end()
})

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const result = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
    return (Array.isArray(result) ? result.at(-1) : result)?.rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** A TCP proxy before the database that can be cut and restored. */
async function startProxy(port: number, host: string) {
  const { connect } = await import('node:net')
  const open = new Set<import('node:net').Socket>()
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    }
    near.pipe(far).pipe(near)
  })
  const listen = (wanted: number) => new Promise<void>((done) => server.listen(wanted, '127.0.0.1', done))
  await listen(0)
  const address = server.address() as import('node:net').AddressInfo
  return {
    port: address.port,
    cut: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      }),
    restore: () => listen(address.port),
  }
}

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

// Any fixed number: the lock that keeps two starting processes from migrating the same database at once.
const migrationLock = 7_046_029_254

const folder = join(import.meta.dirname, 'migrations')

/**
 * Brings the `auth` schema to this version. Each file runs once, in its own transaction, recorded in
 * `formwork_platform.migrations`. Throws a plain-words Error when the database holds somebody else's `auth` schema,
 * or one made by a newer version.
 */
export async function runMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await refuseForeignSchema(client)
    await client.query(`
      create schema if not exists formwork_platform;
      revoke all on schema formwork_platform from public;
      create table if not exists formwork_platform.migrations (
        name text primary key, hash text not null, applied_at timestamptz not null default now()
      );
      create table if not exists formwork_platform.secrets (name text primary key, value text not null);`)
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from formwork_platform.migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
    refuseNewerSchema([...applied.keys()], files)
    for (const name of files) await runOnce(client, name, applied.get(name))
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

async function refuseForeignSchema(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ foreign: boolean }>(
    `select to_regnamespace('auth') is not null and to_regclass('formwork_platform.migrations') is null as foreign`,
  )
  if (!rows[0]?.foreign) return
  throw new Error(
    'The database of DATABASE_URL already holds an "auth" schema that Formwork did not make (a Supabase project?). ' +
      'Set SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_KEY to use that project, or another database.',
  )
}

function refuseNewerSchema(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new Error(
    `The database was used by a newer version of Formwork (it knows ${unknown.join(', ')}). Start that version.`,
  )
}

async function runOnce(client: pg.ClientBase, name: string, appliedHash: string | undefined): Promise<void> {
  const text = readFileSync(join(folder, name), 'utf8')
  const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
  if (appliedHash === hash) return
  if (appliedHash)
    throw new Error(`The migration ${name} was changed after it ran. Changes go into a new file.`)
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into formwork_platform.migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

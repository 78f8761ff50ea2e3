import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { must } from '#base/assert.ts'

const folder = join(import.meta.dirname, 'migrations')
// Any number, the same in every process: one migrates, the others wait.
const lock = 7_215_004_431

/**
 * Brings the schemas `app` and `app_private` up to date, as owner. Each file runs in a transaction of its own and once;
 * several processes may start at the same time. Throws in plain words when an applied file was changed afterwards.
 */
export async function migrate(owner: pg.Pool): Promise<string[]> {
  const client = await owner.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(`
      create schema if not exists app;
      create schema if not exists app_private;
      create table if not exists app_private.migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from app_private.migrations',
    )
    const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    for (const { name, text, checksum } of migrationFiles()) {
      const before = known.get(name)
      if (before === checksum) continue
      if (before !== undefined)
        throw new Error(
          `This database was made by another version of ${name}. Use a fresh database, or the version that made it.`,
        )
      await applyOne(client, name, text, checksum)
      applied.push(name)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined)
    client.release()
  }
  return applied
}

async function applyOne(client: pg.PoolClient, name: string, text: string, checksum: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into app_private.migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The name of the newest migration of this version of the product. */
export const newestMigration = (): string => must(migrationNames().at(-1)).replace('.sql', '')

const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

function migrationFiles(): { name: string; text: string; checksum: string }[] {
  return migrationNames().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

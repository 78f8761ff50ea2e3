// Owns an embedded database and writes numbered rows until it is killed. Prints each number only after the
// database has acknowledged it, so that a test can tell what must be there afterwards.
import pg from 'pg'
import { startEmbeddedDatabase } from '#platform/start-platform.ts'

const dataDir = process.argv[2] ?? ''
const database = await startEmbeddedDatabase({
  dataDir,
  log: (message) => process.stderr.write(`${message}\n`),
})
const client = new pg.Client(database.url)
await client.connect()
await client.query('create table if not exists marks (number bigint primary key)')
const { rows } = await client.query<{ next: string }>(
  'select coalesce(max(number), 0) + 1 as next from marks',
)
process.stdout.write('ready\n')
for (let number = Number(rows[0]?.next); ; number++) {
  await client.query('insert into marks values ($1)', [number])
  process.stdout.write(`${number}\n`)
}

import pg from 'pg'
import { runMigrations } from '#platform/auth/run-migrations.ts'
import { migrate } from '#server/database/migrate.ts'
import { buildProduct } from './built-product.ts'
import { createTestDatabase, startTestDatabase } from './start-test-database.ts'

/**
 * One database server a run. Every test file makes databases of its own on it: empty ones (`createTestDatabase`), or copies
 * of one that every migration has run on (`createMigratedDatabase`), which take a twentieth of the time.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildProduct('server')
  const server = await startTestDatabase()
  process.env.FORMWORK_TEST_DATABASE_URL = server.url
  const template = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: template.url, max: 2 })
  await migrate(owner)
  const client = await owner.connect()
  await runMigrations(client)
  client.release()
  await owner.end()
  process.env.FORMWORK_TEST_TEMPLATE_URL = template.url
  return async () => {
    await template.drop()
    await server.stop()
  }
}

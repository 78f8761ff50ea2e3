import { startTestDatabase } from './start-test-database.ts'

/** One database server a run; every test file makes databases of its own on it with `createTestDatabase`. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestDatabase()
  process.env.FORMWORK_TEST_DATABASE_URL = server.url
  return () => server.stop()
}

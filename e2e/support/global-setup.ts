import { join } from 'node:path'
import { startServer } from './start-server.ts'

/** Builds what is stale and starts one server for all browser tests; `E2E_URL` names one that runs already. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined
  const root = join(import.meta.dirname, '../..')
  if (!process.env['E2E_DIST']) {
    const { buildFrontend } = (await import('../../src/cli/build-frontend.mjs' as string)) as {
      buildFrontend(root: string): Promise<number>
    }
    if ((await buildFrontend(root)) !== 0) throw new Error('The frontend could not be built.')
  }
  process.env['E2E_VOLATILE'] = '1'
  const server = await startServer()
  process.env['E2E_URL'] = server.url
  return server.stop
}

import { buildProduct } from '../../tests/support/built-product.ts'
import { startServer } from './start-server.ts'

/** Builds what is stale and starts one server for all browser tests; `E2E_URL` names one that runs already. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined
  await buildProduct(process.env['E2E_DIST'] ? 'server' : undefined)
  process.env['E2E_VOLATILE'] = '1'
  const server = await startServer()
  process.env['E2E_URL'] = server.url
  return server.stop
}

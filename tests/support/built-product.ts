import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds what is stale of the product, or of one side of it. Rejects where that fails. */
export async function buildProduct(only?: 'server' | 'frontend'): Promise<void> {
  // Plain JavaScript, which needs no packages to be run.
  const { buildProduct: build } = (await import('../../src/cli/build-product.mjs' as string)) as {
    buildProduct(root: string, options: { only?: string | undefined }): Promise<number>
  }
  if ((await build(root, { only })) !== 0) throw new Error('The product could not be built.')
}

let built: Promise<void> | null = null

/** The script of the built server: what is tested and measured in a process of its own is what is shipped. */
export async function builtServer(): Promise<string> {
  built ??= buildProduct('server')
  await built
  return join(root, 'dist/server/serve.mjs')
}

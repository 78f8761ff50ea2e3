import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

// Said by the build, in which every script is a file beside the server's.
const isBuilt = import.meta.env?.['BUILT_SERVER'] === true

/**
 * Starts a script of ours as a process of its own: as it was built, or from its source with the loader of TypeScript, which
 * a worker thread cannot have on Node 20. `source` is the absolute path of the source.
 */
export function forkScript(source: string, { execArgv = [], ...options }: ForkOptions): ChildProcess {
  if (isBuilt)
    return fork(new URL(basename(source).replace(/\.ts$/, '.mjs'), import.meta.url), { execArgv, ...options })
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return fork(source, { execArgv: ['--import', loader, ...execArgv], ...options })
}

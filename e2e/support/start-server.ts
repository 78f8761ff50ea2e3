import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServer } from '../../tests/support/built-product.ts'

export interface StartedServer {
  url: string
  stop(): Promise<void>
}

/** Starts the real server in a process of its own, on a free port and an empty data folder. */
export async function startServer(environment: Record<string, string> = {}): Promise<StartedServer> {
  await builtServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-e2e-'))
  const child = fork(join(import.meta.dirname, 'serve.mjs'), {
    execArgv: [],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: 'auto',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      NODE_ENV: '',
      ...environment,
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url))
    child.once('exit', (code) => reject(new Error(`The server stopped while starting (${code}).`)))
  })
  return {
    url,
    async stop() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

import { fork } from 'node:child_process'
import { join } from 'node:path'
import { builtServer } from '../tests/support/built-product.ts'

export interface StartedProcess {
  url: string
  stop(): Promise<void>
}

/** Starts a script of this folder in a process of its own; it says its address by a message. */
export async function startProcess(
  script: string,
  environment: Record<string, string>,
): Promise<StartedProcess> {
  await builtServer()
  const child = fork(join(import.meta.dirname, script), {
    execArgv: [],
    env: { ...process.env, ...environment },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url))
    child.once('exit', (code) => reject(new Error(`${script} stopped while starting (${code}).`)))
  })
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

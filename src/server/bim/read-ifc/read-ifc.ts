import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { IfcMessage } from './ifc-facts.ts'
import { failureOf, IfcFailure } from './ifc-failure.ts'
import { usualLimits, type IfcLimits } from './ifc-limits.ts'
import type { IfcOrder } from './ifc-reader.ts'

interface ReadIfcOptions {
  /** Measures the triangles of each element as well: volume and area as computed quantities. */
  meshes?: boolean
  limits?: Partial<IfcLimits>
  /** Ends the reading; the promise rejects with its reason. */
  signal?: AbortSignal
}

type Parts = Exclude<IfcMessage, { kind: 'failed' }>

// TypeScript is loaded there the way it is loaded here; a worker thread cannot do that on Node 20.
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/**
 * Reads an IFC file (IFC2X3, IFC4, IFC4X3; also inside a zip) in a process of its own, with limits of memory and time: a
 * file that kills its reader kills nothing else. `receive` gets head, nodes, elements in portions and end, each when it is
 * through with the one before. Throws `IfcFailure`, and what `receive` throws. Numbers are exact decimal texts in SI units.
 *
 *     await readIfc('/tmp/house.ifc', async (part) => { if (part.kind === 'head') console.log(part.head.schema) })
 */
export function readIfc(
  path: string,
  receive: (part: Parts) => Promise<void> | void,
  { meshes = false, limits: asked = {}, signal }: ReadIfcOptions = {},
): Promise<void> {
  const limits = { ...usualLimits, ...asked }
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const reader = fork(new URL('./ifc-reader.ts', import.meta.url), {
      execArgv: ['--import', loader, `--max-old-space-size=${limits.memoryMegabytes}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let settled = false
    const finish = (error: unknown): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      reader.kill('SIGKILL')
      if (error === null) resolve()
      else reject(error)
    }
    const aborted = (): void => finish(signal?.reason)
    signal?.addEventListener('abort', aborted)
    const timer = setTimeout(() => finish(new IfcFailure('too_long')), limits.seconds * 1000)
    reader.on('message', (message: IfcMessage) => {
      if (message.kind === 'failed') {
        finish(failureOf(message.code, message.why))
        return
      }
      Promise.resolve(receive(message)).then(() => {
        if (message.kind === 'end') finish(null)
        else if (!settled) reader.send('next')
      }, finish)
    })
    reader.on('error', finish)
    // SIGTERM comes from its own watch over memory; without memory V8 aborts the process.
    reader.on('exit', (code, ended) => {
      const memory = ended === 'SIGTERM' || ended === 'SIGABRT' || code === 134
      finish(new IfcFailure(memory ? 'too_much_memory' : 'unreadable', `ended with ${ended ?? code}`))
    })
    reader.send({ path, meshes, limits } satisfies IfcOrder)
  })
}

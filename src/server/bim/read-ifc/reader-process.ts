import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { AppError } from '#base/app-error.ts'
import { forkScript } from '../../fork-script.ts'
import { IfcFailure } from './ifc-failure.ts'
import { usualLimits, type IfcLimits } from './ifc-limits.ts'

/** What a reader is asked for. */
export interface IfcOrder {
  path: string
  limits: IfcLimits
}

/** What every reader may send: its last word, or why there is none. */
export type ReaderMessage = { kind: 'end' } | { kind: 'failed'; code: string; why: string } | { kind: string }

const scripts = {
  lines: join(import.meta.dirname, 'ifc-reader.ts'),
  meshes: join(import.meta.dirname, 'mesh-reader.ts'),
} as const

export type ReaderKind = keyof typeof scripts

/** A process of its own that reads one file: what kills it kills nothing else. */
export class ReaderProcess<Message extends ReaderMessage> {
  readonly #child: ChildProcess
  #tookOrder = false

  constructor(kind: ReaderKind) {
    this.#child = forkScript(scripts[kind], {
      execArgv: [
        `--max-old-space-size=${usualLimits.memoryMegabytes}`,
        // What comes of a line is garbage soon: a tenth of the time went into moving it about.
        '--max-semi-space-size=32',
        // Of the parser only what runs very often is compiled a second time: for most files that costs more than it gains.
        '--wasm-tiering-budget=40000000',
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Without a listener an error would end the server.
    this.#child.on('error', () => undefined)
  }

  /** It has heard what it is to read: how it ends from then on may be because of the file. */
  get tookOrder(): boolean {
    return this.#tookOrder
  }

  /** Nothing waits for it while nobody has asked it for anything. */
  unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /** Calls back when it is of no use any more: it did not start, or is gone, whoever ended it. Perhaps several times. */
  onGone(gone: () => void): void {
    for (const event of ['error', 'disconnect', 'exit']) this.#child.once(event, gone)
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  /**
   * Has a file read: `receive` gets each message, the next one when it is through with the one before. Resolves after
   * `end`; rejects with an `IfcFailure`, with `unavailable` when somebody stopped it, and with what `receive` throws. The
   * process is of no use afterwards.
   */
  async read(order: IfcOrder, receive: (message: Message) => Promise<void>): Promise<void> {
    const child = this.#child
    child.ref()
    child.channel?.ref()
    try {
      await new Promise<void>((resolve, reject) => {
        let turn: Promise<void> = Promise.resolve()
        child.on('message', (message: Message) => {
          if (message.kind === 'taken') {
            this.#tookOrder = true
            return
          }
          turn = turn.then(async () => {
            await receive(message)
            if (message.kind === 'end') resolve()
            else if (child.connected) child.send('next')
          })
          turn.catch(reject)
        })
        child.on('error', reject)
        const exited = (code: number | null, signal: NodeJS.Signals | null): void =>
          reject(whyEnded(code, signal))
        child.on('exit', exited)
        if (child.exitCode !== null || child.signalCode !== null) exited(child.exitCode, child.signalCode)
        else child.send(order)
      })
    } finally {
      this.end()
    }
  }
}

// Its own watch over memory, V8 without memory, and the kernel without memory.
const memorySignals: ReadonlySet<unknown> = new Set(['SIGUSR2', 'SIGABRT', 'SIGKILL'])
// Whoever stops the server stops its children as well: that says nothing of the file.
const stopSignals: ReadonlySet<unknown> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP'])

function whyEnded(code: number | null, signal: NodeJS.Signals | null): Error {
  const how = `ended with ${signal ?? code}`
  if (stopSignals.has(signal)) return new AppError('unavailable', 'The reading of the file was stopped.')
  return new IfcFailure(memorySignals.has(signal) || code === 134 ? 'too_much_memory' : 'unreadable', how)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { builtServer } from './built-product.ts'

/** A server in a process of its own, which can be killed and started again on the same data. */
export class ServerProcess {
  url = ''
  readonly dataDir = mkdtempSync(join(tmpdir(), 'formwork-process-'))
  private readonly databaseUrl: string
  private readonly environment: Record<string, string>
  private child: ChildProcess | null = null

  constructor(databaseUrl: string, environment: Record<string, string> = {}) {
    this.databaseUrl = databaseUrl
    this.environment = environment
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [await builtServer()], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOST: '127.0.0.1',
        // The same port after a restart: a sign-in counts for one address.
        PORT: this.url === '' ? 'auto' : new URL(this.url).port,
        DATA_DIR: this.dataDir,
        DATABASE_URL: this.databaseUrl,
        RATE_LIMIT_FACTOR: '1000',
        LOG_LEVEL: 'warn',
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    let said = ''
    this.url = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        said += chunk.toString()
        const found = /ready:\s+(http:\S+)/.exec(said)
        if (found?.[1]) resolve(found[1])
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
    })
  }

  /** SIGKILL, and waits until it is gone. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** The largest memory it ever held, in megabytes. */
  peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  }

  async end(): Promise<void> {
    await this.kill()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  mailbox = async (to: string): Promise<{ text: string }[]> =>
    (await (await fetch(`${this.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`)).json()) as {
      text: string
    }[]
}

/** Asks a database as its owner. */
export async function askDatabase<R>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as R[]
  } finally {
    await client.end()
  }
}

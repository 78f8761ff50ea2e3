import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import type { Health } from './meta.ts'

/** How the server and this workspace are, for its owners. Nothing in it is secret: it may be sent to support. */
export interface Diagnostics {
  /** The server's clock, for comparing it with one's own. */
  at: string
  version: string
  node: string
  mode: 'development' | 'production'
  /** Seconds since the process began. */
  uptime: number
  /** Megabytes of the process. */
  memory: number
  health: Health
  database: {
    version: string
    /** Milliseconds of one empty question, there and back. */
    answers_in: number
    /** Milliseconds by which its clock is ahead of the server's. */
    clock_ahead: number
    /** Name of the newest migration. */
    schema: string
    /** Requests that wait for a connection to it. */
    waiting: number
  }
  jobs: { name: string; state: 'waiting' | 'ok' | 'failed' }[]
  workspace: {
    id: string
    release: number
    models: number
    /** Counted up to 100,000. */
    records: number
    in_bin: number
    people: number
  }
  storage: { where: 'folder' | 's3'; bytes: string; quota: string; unfinished_uploads: number }
  queues: {
    imports: number
    exports: number
    recalculations: number
    webhooks_waiting: number
    webhooks_failed: number
    /** Mails and text messages. */
    messages_waiting: number
    messages_failed: number
  }
}

export const readDiagnostics = defineEndpoint({
  method: 'GET',
  path: '/api/diagnostics',
  summary: 'How the server and this workspace are; owners only',
  access: 'tenant',
  answer: z.custom<Diagnostics>(),
  errors: ['forbidden'],
})

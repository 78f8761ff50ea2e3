import type { FileStore } from './files/file-store.ts'
import type { Database } from './database/database.ts'
import type { Logger } from './log/logger.ts'
import type { MailSender } from './mail/mail-sender.ts'
import type { JobLoop } from './jobs/job-loop.ts'
import type { RateLimiter } from './access/rate-limiter.ts'
import type { Settings } from './settings.ts'
import type { TokenVerifier } from './access/verify-token.ts'

/** What a handler may use beside its input and its transaction; one per server. */
export interface Services {
  settings: Settings
  log: Logger
  database: Database
  mail: MailSender
  files: FileStore
  limiter: RateLimiter
  jobs: JobLoop
  verifyToken: TokenVerifier
  /** How realtime is; null where a hosted service has it. */
  realtime: (() => 'ok' | 'failing') | null
  /** Where the application is reached, without a slash at the end. */
  publicUrl(): string
  /** Sign-ins of the demo workspaces, shown on the sign-in page; empty unless in demo mode. */
  demoPeople: { name: string; email: string; role: string; password: string }[]
  /** What a browser needs to reach authentication, files and realtime. */
  hostedService(): { url: string; anonKey: string }
}

import type pg from 'pg'
import type { AuthLimits } from './auth-limits.ts'
import type { PlatformSecrets } from './platform-secrets.ts'
import type { ProviderClient } from './provider-client.ts'

/** A mail or text message as the product's sender takes it. */
export interface PlatformMail {
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  html: string
}

/** What every endpoint works with. */
export interface AuthContext {
  pool: pg.Pool
  secrets: PlatformSecrets
  limits: AuthLimits
  /** Null: no text messages here. `countries`: ISO codes they are sent to; null: all. */
  phone: { countries: readonly string[] | null } | null
  /** By id. */
  providers: ReadonlyMap<string, ProviderClient>
  publicUrl(): string
  issuer(): string
  allowedRedirects(): string[]
  /** Whether a workspace has this host name for its own now. */
  isWorkspaceHost(host: string): Promise<boolean>
  sendMail(mail: PlatformMail): Promise<void>
  log(message: string): void
  trustedProxies: number
}

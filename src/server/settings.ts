import { z } from 'zod'
import type { S3Settings } from '#base/s3-settings.ts'
import { authProvidersSchema, type AuthProvider } from './auth-providers.ts'
import type { LogLevel } from './log/logger.ts'

const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.union([z.literal('auto').transform(() => 0), whole(0, 65_535)]).default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: whole(2, 200).default(16),
  SUPABASE_URL: address.optional(),
  SUPABASE_ANON_KEY: z.string().min(1).optional(),
  SUPABASE_SERVICE_KEY: z.string().min(1).optional(),
  SUPABASE_JWT_SECRET: z.string().min(1).optional(),
  PUBLIC_URL: address.optional(),
  APP_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/i)
    .transform((text) => text.toLowerCase())
    .optional(),
  API_BASE_ALLOWED: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address))
    .default([]),
  CORS_ALLOWED: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address))
    .default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Formwork <no-reply@localhost>'),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  /** Where text messages leave: a POST of `{"to": "+49…", "text": "…"}` as JSON; any 2xx means taken. */
  SMS_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Sent along as `Authorization: Bearer …`. */
  SMS_GATEWAY_TOKEN: z.string().min(1).optional(),
  /** ISO codes of the countries that text messages go to. */
  SMS_COUNTRIES: z
    .string()
    .transform((text) =>
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/)))
    .default([]),
  AUTH_PROVIDERS: authProvidersSchema.default([]),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Most services besides Amazon's are asked at `https://host/bucket`. */
  S3_PATH_STYLE: z.enum(['0', '1']).default('1'),
  /** Most megabytes of all files of one workspace, and of one file. */
  STORAGE_QUOTA_MB: whole(1, 1_000_000_000).default(20_480),
  STORAGE_FILE_MB: whole(1, 1_000_000).default(5120),
  STORAGE_CUSTOMER_MB: whole(1, 1_000_000).default(500),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
  FORMWORK_DEMO: z.enum(['0', '1']).default('0'),
  /** Whether webhooks may tell hosts of a private network: for who runs both. */
  WEBHOOKS_TO_INNER_ADDRESSES: z.enum(['0', '1']).default('0'),
  /** Factor on every rate limit: 10 allows ten times as much. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
})

/** What sends text messages. */
export interface SmsGateway {
  url: string
  token: string | null
  countries: string[]
}

export interface HostedService {
  url: string
  anonKey: string
  serviceKey: string
  jwtSecret: string | null
}

/** How this server runs; made once from the environment. */
export interface Settings {
  host: string
  /** 0: any free port. */
  port: number
  dataDir: string
  /** Null: the embedded database. */
  databaseUrl: string | null
  databasePool: number
  /** Null: the embedded platform. */
  hosted: HostedService | null
  jwtSecret: string | null
  publicUrl: string | null
  appDomain: string | null
  apiBaseAllowed: string[]
  corsAllowed: string[]
  smtpUrl: string | null
  mailFrom: string
  trustedProxies: number
  authProviders: AuthProvider[]
  sms: SmsGateway | null
  /** Null: files lie below `dataDir`. */
  s3: S3Settings | null
  /** Bytes. */
  storageQuota: number
  /** Bytes. */
  largestFile: number
  /** Most bytes of all files that one customer uploads to a workspace. */
  customerStorage: number
  logLevel: LogLevel
  production: boolean
  /** Whether `/api/dev/*` and the mailbox exist: not in production, and only on a loopback address. */
  developmentHelpers: boolean
  demo: boolean
  rateLimitFactor: number
  webhooksToInnerAddresses: boolean
}

/** Settings that cannot be used; the message lists every reason, one a line. */
export class SettingsError extends Error {
  constructor(reasons: string[]) {
    super(`These settings cannot be used:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

const megabyte = 1024 * 1024
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i
const sampleSecrets =
  /^(postgres|password|secret|changeme|change-me|example|test|admin|your-.*|super-secret-.*)$/i

/** Reads the settings from environment variables. Throws `SettingsError` naming everything that is wrong. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(filled)
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const reasons = contradictions(env, production)
  if (reasons.length > 0) throw new SettingsError(reasons)
  const hosted = hostedService(env)
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    hosted,
    jwtSecret: env.SUPABASE_JWT_SECRET ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    appDomain: env.APP_DOMAIN ?? null,
    apiBaseAllowed: env.API_BASE_ALLOWED.map((base) => new URL(base).origin),
    corsAllowed: env.CORS_ALLOWED.map((base) => new URL(base).origin),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    trustedProxies: env.TRUSTED_PROXIES,
    authProviders: env.AUTH_PROVIDERS,
    sms: env.SMS_GATEWAY_URL
      ? { url: env.SMS_GATEWAY_URL, token: env.SMS_GATEWAY_TOKEN ?? null, countries: env.SMS_COUNTRIES }
      : null,
    s3: s3Settings(env),
    storageQuota: env.STORAGE_QUOTA_MB * megabyte,
    largestFile: env.STORAGE_FILE_MB * megabyte,
    customerStorage: env.STORAGE_CUSTOMER_MB * megabyte,
    logLevel: env.LOG_LEVEL,
    production,
    developmentHelpers: !production && loopback.test(env.HOST),
    demo: env.FORMWORK_DEMO === '1',
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    webhooksToInnerAddresses: env.WEBHOOKS_TO_INNER_ADDRESSES === '1',
  }
}

type Environment = z.infer<typeof environmentSchema>

function hostedService(env: Environment): HostedService | null {
  if (!env.SUPABASE_URL) return null
  return {
    url: env.SUPABASE_URL,
    anonKey: env.SUPABASE_ANON_KEY ?? '',
    serviceKey: env.SUPABASE_SERVICE_KEY ?? '',
    jwtSecret: env.SUPABASE_JWT_SECRET ?? null,
  }
}

function s3Settings(env: Environment): S3Settings | null {
  if (env.S3_BUCKET === undefined) return null
  return {
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: env.S3_PATH_STYLE === '1',
  }
}

function contradictions(env: Environment, production: boolean): string[] {
  const reasons: string[] = []
  const refuse = (condition: boolean, reason: string) => void (condition && reasons.push(reason))
  if (env.SUPABASE_URL) {
    refuse(!env.DATABASE_URL, 'SUPABASE_URL needs DATABASE_URL of the same project')
    refuse(!env.SUPABASE_ANON_KEY, 'SUPABASE_URL needs SUPABASE_ANON_KEY')
    refuse(!env.SUPABASE_SERVICE_KEY, 'SUPABASE_URL needs SUPABASE_SERVICE_KEY')
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    refuse(env.S3_BUCKET !== undefined && env[name] === undefined, `S3_BUCKET needs ${name}`)
  refuse(env.S3_ENDPOINT !== undefined && env.S3_BUCKET === undefined, 'S3_ENDPOINT needs S3_BUCKET')
  refuse(env.FORMWORK_DEMO === '1' && production, 'FORMWORK_DEMO is for development, not for production')
  refuse(
    env.FORMWORK_DEMO === '1' && !loopback.test(env.HOST),
    'FORMWORK_DEMO has known passwords: HOST must be a loopback address',
  )
  refuse(
    env.SMS_GATEWAY_URL !== undefined && env.SMS_COUNTRIES.length === 0,
    'SMS_GATEWAY_URL needs SMS_COUNTRIES, such as DE,AT,CH: numbers elsewhere may cost much',
  )
  if (!production) return reasons
  for (const { id, issuer } of env.AUTH_PROVIDERS)
    refuse(issuer.startsWith('http:'), `AUTH_PROVIDERS: the issuer of ${id} must begin with https://`)
  for (const name of ['SUPABASE_JWT_SECRET', 'SUPABASE_SERVICE_KEY'] as const) {
    const secret = env[name]
    refuse(
      secret !== undefined && (secret.length < 32 || sampleSecrets.test(secret)),
      `${name} is too short or a sample: use at least 32 random characters`,
    )
  }
  if (env.DATABASE_URL) {
    const { password, hostname } = new URL(env.DATABASE_URL)
    refuse(password === '' && !loopback.test(hostname), 'DATABASE_URL has no password')
    refuse(
      password !== '' && (password.length < 8 || sampleSecrets.test(decodeURIComponent(password))),
      'the password of DATABASE_URL is too short or a sample',
    )
  }
  return reasons
}

import type { Queryable } from './database.ts'
import { MailGaps } from './mail-gaps.ts'
import type { RateLimits } from './rate-limits.ts'
import { SignInBackOff } from './sign-in-back-off.ts'
import { TokenBuckets } from './token-buckets.ts'

const fiveMinutes = 300
const hour = 3_600

/** The counters of the service. They are in the database: every process on it counts on where the others are. */
export interface AuthLimits {
  mailRequests: TokenBuckets
  verify: TokenBuckets
  token: TokenBuckets
  password: TokenBuckets
  wrongPasswords: TokenBuckets
  accountTries: TokenBuckets
  mails: TokenBuckets
  texts: TokenBuckets
  textsPerNumber: TokenBuckets
  textsPerAddress: TokenBuckets
  mailGaps: MailGaps
  backOff: SignInBackOff
  contactCodes: TokenBuckets
  factors: TokenBuckets
  factorTries: number
  codeTries: number
  evenAnswerMs: number
}

export function makeAuthLimits(db: Queryable, limits: RateLimits): AuthLimits {
  const buckets = (name: string, capacity: number, windowSeconds: number): TokenBuckets =>
    new TokenBuckets(db, { name, capacity, windowSeconds })
  return {
    mailRequests: buckets('mailRequests', limits.mailRequests, fiveMinutes),
    verify: buckets('verify', limits.verify, fiveMinutes),
    token: buckets('token', limits.token, fiveMinutes),
    password: buckets('password', limits.password, fiveMinutes),
    wrongPasswords: buckets('wrongPasswords', limits.wrongPasswords, fiveMinutes),
    accountTries: buckets('accountTries', limits.accountTries, hour),
    mails: buckets('mails', limits.mailsPerHour, hour),
    texts: buckets('texts', limits.textsPerHour, hour),
    textsPerNumber: buckets('textsPerNumber', limits.textsPerNumber, hour),
    textsPerAddress: buckets('textsPerAddress', limits.textsPerAddress, hour),
    mailGaps: new MailGaps(db, limits.mailGapSeconds),
    backOff: new SignInBackOff(db, limits.passwordTries),
    contactCodes: buckets('contactCodes', limits.contactCodes, hour),
    factors: buckets('factors', limits.factors, 60),
    factorTries: limits.factorTries,
    codeTries: limits.codeTries,
    evenAnswerMs: limits.evenAnswerMs,
  }
}

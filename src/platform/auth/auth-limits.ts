import { MailGaps } from './mail-gaps.ts'
import type { RateLimits } from './rate-limits.ts'
import { SignInBackOff } from './sign-in-back-off.ts'
import { TokenBuckets } from './token-buckets.ts'

const fiveMinutes = 300
const hour = 3_600

/** The counters of one running service. They live in memory: a restart forgets them. */
export interface AuthLimits {
  mailRequests: TokenBuckets
  verify: TokenBuckets
  token: TokenBuckets
  password: TokenBuckets
  wrongPasswords: TokenBuckets
  mails: TokenBuckets
  texts: TokenBuckets
  textsPerNumber: TokenBuckets
  textsPerAddress: TokenBuckets
  mailGaps: MailGaps
  backOff: SignInBackOff
  factors: TokenBuckets
  factorTries: number
  codeTries: number
  evenAnswerMs: number
}

export function makeAuthLimits(limits: RateLimits): AuthLimits {
  return {
    mailRequests: new TokenBuckets(limits.mailRequests, fiveMinutes),
    verify: new TokenBuckets(limits.verify, fiveMinutes),
    token: new TokenBuckets(limits.token, fiveMinutes),
    password: new TokenBuckets(limits.password, fiveMinutes),
    wrongPasswords: new TokenBuckets(limits.wrongPasswords, fiveMinutes),
    mails: new TokenBuckets(limits.mailsPerHour, hour),
    texts: new TokenBuckets(limits.textsPerHour, hour),
    textsPerNumber: new TokenBuckets(limits.textsPerNumber, hour),
    textsPerAddress: new TokenBuckets(limits.textsPerAddress, hour),
    mailGaps: new MailGaps(limits.mailGapSeconds),
    backOff: new SignInBackOff(limits.passwordTries),
    factors: new TokenBuckets(limits.factors, 60),
    factorTries: limits.factorTries,
    codeTries: limits.codeTries,
    evenAnswerMs: limits.evenAnswerMs,
  }
}

import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/bcrypt'
import { AuthError, validationFailed } from './auth-error.ts'
import { commonPasswords } from './common-passwords.ts'

export type PasswordWeakness = 'length' | 'characters' | 'pwned'

const minLength = 8
const maxBytes = 72
// Cost and version of the hosted service, so that hashes work on both.
const options = { cost: 10, version: '2a', rejectLongPasswords: true } as const
const slots = 2
const maxWaiting = 200

let busy = 0
const waiting: (() => void)[] = []
let absentHash: Promise<string> | undefined

/** Hashes a password that passed `refuseUnusable`. */
export const hashPassword = (password: string): Promise<string> => inSlot(() => hash(password, options))

/**
 * Compares a password with a stored hash. Without one (no such account, no password set) it takes just as long.
 * `before` runs when it is this comparison's turn and may refuse by throwing.
 */
export function matchesPassword(
  password: string,
  stored: string | null,
  before?: () => Promise<void>,
): Promise<boolean> {
  return inSlot(async () => {
    await before?.()
    // bcrypt reads 72 bytes: a longer one would match on its beginning alone.
    const comparable = stored && Buffer.byteLength(password) <= maxBytes
    absentHash ??= hash(randomBytes(18).toString('base64'), options)
    const matches = await verify(password, comparable ? stored : await absentHash)
    return comparable ? matches : false
  })
}

/** What is wrong with a new password; empty when it is good. */
export function passwordWeaknesses(password: string): PasswordWeakness[] {
  const weaknesses: PasswordWeakness[] = []
  const characters = [...password]
  if (characters.length < minLength) weaknesses.push('length')
  if (characters.length > 0 && new Set(characters).size < 3) weaknesses.push('characters')
  if (commonPasswords.has(password.toLowerCase())) weaknesses.push('pwned')
  return weaknesses
}

/** Throws 400 for a password that cannot be stored, 422 `weak_password` with the reasons for a weak one. */
export function refuseUnusable(password: string): void {
  if (Buffer.byteLength(password) > maxBytes)
    throw validationFailed(`Password cannot be longer than ${maxBytes} characters`)
  const reasons = passwordWeaknesses(password)
  if (reasons.length > 0) {
    throw new AuthError(422, 'weak_password', weaknessText(reasons), {
      extra: { weak_password: { reasons } },
    })
  }
}

/** One sentence per reason. */
export function weaknessText(reasons: PasswordWeakness[]): string {
  const sentences: Record<PasswordWeakness, string> = {
    length: `Password should be at least ${minLength} characters.`,
    characters: 'Password should contain at least three different characters.',
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  }
  return reasons.map((reason) => sentences[reason]).join(' ')
}

/** Hashing fills a core for 50 ms: a flood waits in line here instead of starving everything else. */
async function inSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (busy >= slots) {
    if (waiting.length >= maxWaiting) {
      throw new AuthError(429, 'over_request_rate_limit', 'Too many sign-ins at once, please try again', {
        retryAfter: 5,
      })
    }
    await new Promise<void>((turn) => waiting.push(turn))
  } else {
    busy++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

import type { AuthContext } from './auth-context.ts'
import type { AuthUser } from './auth-user.ts'
import { knowsAddress } from './known-address.ts'
import { matchesPassword } from './passwords.ts'

interface PasswordTry {
  /** The address or number that was typed, whether anybody has it or not. */
  account: string
  password: string
  trace: { key: string; address: string }
}

/**
 * Compares a password with that of the user `find` answers, within every limit: pauses per account and address, wrong ones
 * per address over all accounts, wrong ones per account from everywhere. Answers the user, or null when it is not right;
 * throws 429. No user costs the same time and the same pauses as a wrong password.
 */
export async function tryPassword(
  { pool, limits }: AuthContext,
  { account, password, trace }: PasswordTry,
  find: () => Promise<AuthUser | null>,
): Promise<AuthUser | null> {
  const { accountTries, wrongPasswords } = limits
  let user: AuthUser | null = null
  const right = await limits.backOff.run(account, trace.key, async () => {
    user = await find()
    const matches = await matchesPassword(password, user?.encrypted_password || null, async () => {
      await wrongPasswords.check(trace.key)
      if (!user || !(await knowsAddress(pool, user.id, trace.address))) await accountTries.check(account)
    })
    if (!matches) await Promise.all([wrongPasswords.spend(trace.key), accountTries.spend(account)])
    return matches
  })
  return right ? user : null
}

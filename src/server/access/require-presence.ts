import { AppError } from '#base/app-error.ts'
import type { User } from '../database/in-tenant.ts'

const recentSeconds = 3600

/**
 * Lets through who signed in, or took the second step, within the hour: for acts that hand a whole workspace or lasting
 * access away. Throws 403 `reauthentication_needed`. Whatever acts without a person there is refused too.
 */
export function requirePresence({ proof }: User): void {
  if (Date.now() / 1000 - (proof?.provenAt ?? 0) > recentSeconds)
    throw new AppError('reauthentication_needed')
}

import { randomInt } from 'node:crypto'
import { newId } from '#base/ids.ts'
import type { Queryable, Transaction } from './database.ts'
import { hmac } from './random-secrets.ts'
import type { PlatformSecrets } from './platform-secrets.ts'

const amount = 10
// No letter or digit that another one looks like.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 12

type Key = Pick<PlatformSecrets, 'recoveryCodeKey'>

const newCode = (): string => {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

// 59 random bits, hashed with a key that is not in the table: nobody who reads the table can try them all.
const hashOf = ({ recoveryCodeKey }: Key, userId: string, code: string): string =>
  hmac(recoveryCodeKey, `${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`).toString('hex')

/** Makes ten codes like `k7mq-2x9d-tn4w`, each good for one sign-in. Earlier ones stop working. */
export async function makeRecoveryCodes(tx: Transaction, key: Key, userId: string): Promise<string[]> {
  await dropRecoveryCodes(tx, userId)
  const codes = Array.from({ length: amount }, newCode)
  for (const code of codes) {
    await tx.query('insert into auth.mfa_recovery_codes (id, user_id, code_hash) values ($1, $2, $3)', [
      newId(),
      userId,
      hashOf(key, userId, code),
    ])
  }
  return codes
}

/** Uses a code up, written with or without its hyphens. False when it is none, or was used. */
export async function useRecoveryCode(
  tx: Transaction,
  key: Key,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update auth.mfa_recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hashOf(key, userId, code)],
  )
  return rowCount === 1
}

/** How many codes of a user are left. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    'select count(*)::int as left from auth.mfa_recovery_codes where user_id = $1 and used_at is null',
    [userId],
  )
  return rows[0]?.left ?? 0
}

export async function dropRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.mfa_recovery_codes where user_id = $1', [userId])
}

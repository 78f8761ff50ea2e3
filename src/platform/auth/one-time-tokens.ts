import { newId } from '#base/ids.ts'
import type { Queryable, Transaction } from './database.ts'
import { codeHash, equalSecrets, newLinkToken, newSixDigitCode, sha256 } from './random-secrets.ts'

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'reauthentication_token'
  | 'phone_change_token'

/** Which request asked for the mail. */
export type MailKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change'
  | 'reauthentication'
  | 'phone_change'

export interface OneTimeToken {
  id: string
  user_id: string
  token_type: OneTimeTokenType
  token_hash: string
  relates_to: string
  issued_for: MailKind
  flow_state_id: string | null
}

const lifeSeconds = 3_600
// A text message arrives at once or not at all.
const phoneLifeSeconds = 600
const columns = 'id, user_id, token_type, token_hash, relates_to, issued_for, flow_state_id'
const alive = `created_at > now() - make_interval(secs => case when relates_to ~ '^[0-9]+$' then ${phoneLifeSeconds} else ${lifeSeconds} end)`

/**
 * Makes a code and a link token for a user and address. An earlier one of the same type stops working.
 * Only hashes are stored: the two plain values go into the mail and nowhere else.
 */
export async function issueOneTimeToken(
  tx: Transaction,
  wanted: {
    userId: string
    type: OneTimeTokenType
    email: string
    issuedFor: MailKind
    flowStateId: string | null
  },
): Promise<{ code: string; linkToken: string }> {
  const code = newSixDigitCode()
  // The prefix is how the hosted service marks links that end in a code exchange.
  const linkToken = (wanted.flowStateId ? 'pkce_' : '') + newLinkToken()
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
    wanted.userId,
    wanted.type,
  ])
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, link_hash, issued_for, flow_state_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      newId(),
      wanted.userId,
      wanted.type,
      codeHash(wanted.email, code),
      wanted.email,
      sha256(linkToken),
      wanted.issuedFor,
      wanted.flowStateId,
    ],
  )
  return { code, linkToken }
}

/** The unused, unexpired token behind a mailed link, or null. */
export async function findTokenByLink(
  tx: Transaction,
  linkToken: string,
  types: OneTimeTokenType[],
): Promise<OneTimeToken | null> {
  const { rows } = await tx.query<OneTimeToken>(
    `select ${columns} from auth.one_time_tokens where link_hash = $1 and token_type::text = any($2) and ${alive}`,
    [sha256(linkToken), types],
  )
  return rows[0] ?? null
}

/** Which tokens a typed code could mean. */
export interface SentCodes {
  userId: string
  email: string
  types: OneTimeTokenType[]
}

/** Whether any of them can still be used. */
export async function hasLivingToken(db: Queryable, { userId, email, types }: SentCodes): Promise<boolean> {
  const { rows } = await db.query(
    `select from auth.one_time_tokens
     where user_id = $1 and token_type::text = any($2) and relates_to = $3 and ${alive} limit 1`,
    [userId, types, email],
  )
  return rows.length > 0
}

/** What the tokens of a user that can still be used were sent to. */
export async function livingAddresses(
  db: Queryable,
  userId: string,
  types: readonly OneTimeTokenType[],
): Promise<string[]> {
  const { rows } = await db.query<{ relates_to: string }>(
    `select relates_to from auth.one_time_tokens where user_id = $1 and token_type::text = any($2) and ${alive}`,
    [userId, types],
  )
  return rows.map(({ relates_to }) => relates_to)
}

/**
 * The token that a typed code belongs to, or null. Every wrong code counts against all tokens it could have
 * meant; the `maxTries`th voids them. The caller must commit, also when the answer is null.
 */
export async function findTokenByCode(
  tx: Transaction,
  typed: SentCodes & { code: string },
  maxTries: number,
): Promise<OneTimeToken | null> {
  const { rows } = await tx.query<OneTimeToken>(
    `select ${columns} from auth.one_time_tokens
     where user_id = $1 and token_type::text = any($2) and relates_to = $3 and ${alive} order by id for update`,
    [typed.userId, typed.types, typed.email],
  )
  const hash = codeHash(typed.email, typed.code)
  const match = rows.find((row) => equalSecrets(row.token_hash, hash))
  if (match) return match
  const ids = rows.map((row) => row.id)
  await tx.query(
    'update auth.one_time_tokens set attempts = attempts + 1, updated_at = now() where id = any($1)',
    [ids],
  )
  await tx.query('delete from auth.one_time_tokens where id = any($1) and attempts >= $2', [ids, maxTries])
  return null
}

/** Uses one token up. False when another request was faster or a newer one has taken its place. */
export async function useToken(tx: Transaction, token: OneTimeToken): Promise<boolean> {
  const { rowCount } = await tx.query('delete from auth.one_time_tokens where id = $1', [token.id])
  return rowCount === 1
}

/** Voids tokens. */
export async function deleteTokens(db: Queryable, userId: string, types: OneTimeTokenType[]): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any($2)', [
    userId,
    types,
  ])
}

import { createHash } from 'node:crypto'
import { newId, newToken } from '#base/ids.ts'
import { AuthError, validationFailed } from './auth-error.ts'
import { findUserById } from './auth-user.ts'
import type { Transaction } from './database.ts'
import { type ForeignAccount, keptAccount } from './providers.ts'
import { equalSecrets, sha256 } from './random-secrets.ts'
import type { RequestBody } from './request-body.ts'

/** What a client that will exchange a code sends along: the hash of a secret it keeps. */
export interface CodeChallenge {
  challenge: string
  method: 's256' | 'plain'
}

const codeSeconds = 300

/** Reads the code challenge of a request; null when the client wants its session in the link's fragment. */
export const parseCodeChallenge = (body: RequestBody): CodeChallenge | null =>
  codeChallengeOf(body.text('code_challenge'), body.text('code_challenge_method'))

/** The code challenge of two texts, or null when both are ''. 400 when one is missing or unfit. */
export function codeChallengeOf(challenge: string, methodText: string): CodeChallenge | null {
  const method = methodText.toLowerCase()
  if (!challenge && !method) return null
  if (!challenge || !method)
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw validationFailed('code challenge has to be between 43 and 128 characters long')
  if (method !== 's256' && method !== 'plain')
    throw validationFailed('code_challenge_method must be s256 or plain')
  return { challenge, method }
}

/** Remembers a challenge until its mailed link is opened, or who came back from a provider until the code is exchanged. `authenticationMethod` becomes the session's. */
export async function saveFlowState(
  tx: Transaction,
  userId: string,
  challenge: CodeChallenge,
  authenticationMethod: string,
  foreign: { provider: string; pendingIdentity: ForeignAccount | null } = {
    provider: 'email',
    pendingIdentity: null,
  },
): Promise<string> {
  const id = newId()
  await tx.query(
    `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method,
       pending_identity)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      userId,
      challenge.method,
      challenge.challenge,
      foreign.provider,
      authenticationMethod,
      foreign.pendingIdentity,
    ],
  )
  return id
}

/** Gives out the code for an opened link, good for five minutes and one exchange; null when the flow is gone. */
export async function issueAuthCode(tx: Transaction, flowStateId: string | null): Promise<string | null> {
  const code = newToken()
  const { rowCount } = await tx.query(
    'update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now() where id = $1',
    [flowStateId, sha256(code)],
  )
  return rowCount === 1 ? code : null
}

/** Uses a code up, with its user locked: 404 `flow_state_not_found`, 403 `flow_state_expired`, 400 `bad_code_verifier`. */
export async function redeemAuthCode(
  tx: Transaction,
  code: string,
  verifier: string,
): Promise<{ userId: string; method: string; pending: ForeignAccount | null }> {
  const { rows } = await tx.query<{
    id: string
    user_id: string
    challenge: string
    method: string
    authentication: string
    pending: unknown
    fresh: boolean
  }>(
    `select id, user_id, code_challenge as challenge, code_challenge_method as method, authentication_method as authentication,
       pending_identity as pending,
       auth_code_issued_at > now() - interval '${codeSeconds} seconds' as fresh
     from auth.flow_state where auth_code = $1`,
    [sha256(code)],
  )
  const flow = rows[0]
  if (!flow) throw notFound()
  if (!flow.fresh)
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  const proof = flow.method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  if (!equalSecrets(proof, flow.challenge)) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  // The user first, as everybody does who writes to both.
  await findUserById(tx, flow.user_id, true)
  const { rowCount } = await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  if (rowCount !== 1) throw notFound()
  return { userId: flow.user_id, method: flow.authentication, pending: keptAccount(flow.pending) }
}

const notFound = (): AuthError =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

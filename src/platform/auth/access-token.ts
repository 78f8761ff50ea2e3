import { SignJWT, jwtVerify } from 'jose'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import type { AuthUser } from './auth-user.ts'

/** Seconds an access token is good for. */
export const accessTokenSeconds = 3_600

const maxTokenLength = 16_384

interface AuthenticationMethod {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

export interface TokenSession {
  id: string
  aal: string
  /** Newest first. */
  amr: AuthenticationMethod[]
}

/** Signs the access token of a session. `expiresAt` is in seconds since 1970. */
export async function signAccessToken(
  context: AuthContext,
  user: AuthUser,
  session: TokenSession,
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresAt = issuedAt + accessTokenSeconds
  const token = await new SignJWT({
    email: user.email,
    phone: user.phone,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: 'ES256', kid: context.secrets.keyId, typ: 'JWT' })
    .setIssuer(context.issuer())
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(context.secrets.signingKey)
  return { token, expiresAt }
}

/**
 * Checks an access token: our key, ES256 only, issuer, audience, times. Keys and addresses of keys that the token
 * itself names are ignored. 403 `bad_jwt`.
 */
export async function verifyAccessToken(
  context: AuthContext,
  token: string,
): Promise<{ userId: string; sessionId: string; aal: string }> {
  if (token.length > maxTokenLength) throw new AuthError(403, 'bad_jwt', 'invalid JWT: token is too long')
  try {
    const { payload } = await jwtVerify(token, context.secrets.publicKey, {
      algorithms: ['ES256'],
      issuer: context.issuer(),
      audience: 'authenticated',
      requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
      clockTolerance: 5,
    })
    return {
      userId: String(payload.sub),
      sessionId: String(payload['session_id']),
      aal: String(payload['aal']),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`, {
      cause: error,
    })
  }
}

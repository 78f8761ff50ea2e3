import type { Context } from 'hono'
import { AuthError, validationFailed } from '../auth-error.ts'
import { readBody } from '../request-body.ts'

// Ways of the hosted service that this one does not offer answer as the hosted service does when they are switched
// off in its settings, so that a client can tell "not here" from "broken".

/** `POST /factors`. */
export async function enrolFactor(c: Context): Promise<Response> {
  const type = (await readBody(c)).text('factor_type')
  switch (type) {
    case 'totp':
      throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
    case 'phone':
      throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    case 'webauthn':
      throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    default:
      throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }
}

/** `/factors/:id` and what is below it: there are no factors. */
export function findFactor(): never {
  throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** `GET /authorize`. */
export function authorizeWithProvider(): never {
  throw validationFailed('Unsupported provider: provider is not enabled')
}

/** `POST /sso`. */
export function signInWithSso(): never {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

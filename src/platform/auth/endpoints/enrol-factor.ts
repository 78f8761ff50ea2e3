import type { Context } from 'hono'
import { renderSVG } from 'uqr'
import { newId } from '#base/ids.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { sealSecret } from '../factor-secret.ts'
import { listFactors } from '../factors.ts'
import { requirePresence } from '../prove-presence.ts'
import { readBody } from '../request-body.ts'
import { type SignedIn, signedInUser } from '../signed-in-user.ts'
import { newTotpSecret, totpUri } from '../totp.ts'

const mostFactors = 10
const issuer = 'Formwork'

/**
 * `POST /factors` {factor_type: totp, friendly_name?, issuer?}: begins to enrol an authenticator. The secret is shown this
 * once; the factor counts when a code of it was verified.
 */
export async function enrolFactor(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const body = await readBody(c)
  requireTotp(body.text('factor_type'))
  const name = body.text('friendly_name').trim()
  if (name.length > 100) throw validationFailed('friendly_name cannot be longer than 100 characters')
  const trace = clientTrace(context, c)
  await context.limits.factors.take(trace.key)
  const secret = newTotpSecret()
  const id = newId()
  const uri = totpUri(
    secret,
    body.text('issuer').trim().slice(0, 60) || issuer,
    caller.user.email || 'account',
  )
  await inTransaction(context.pool, async (tx) => {
    await findUserById(tx, caller.user.id, true)
    await refuseEnrolment(tx, caller, name)
    await tx.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret) values ($1, $2, $3, 'totp', $4)`,
      [id, caller.user.id, name, sealSecret(context.secrets.factorKey, id, secret)],
    )
    await audit(tx, 'factor_in_progress', caller.user, trace.address)
  })
  // The client puts the picture into a data address as it is: no character of it may need escaping there.
  const totp = { qr_code: renderSVG(uri, { pixelSize: 6 }), secret, uri }
  return c.json({ id, type: 'totp', friendly_name: name, totp })
}

function requireTotp(type: string): void {
  switch (type) {
    case 'totp':
      return
    case 'phone':
      throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    case 'webauthn':
      throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    default:
      throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }
}

async function refuseEnrolment(tx: Transaction, caller: SignedIn, name: string): Promise<void> {
  const factors = await listFactors(tx, caller.user.id)
  if (factors.some(({ status }) => status === 'verified') && caller.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  requirePresence(caller)
  if (factors.length >= mostFactors)
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (name && factors.some((factor) => factor.friendly_name === name))
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
}

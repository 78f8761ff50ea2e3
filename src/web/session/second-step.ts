import { isJsonObject } from '#base/json.ts'
import type { AuthSession } from './session-ports.ts'

/** Whether the second step was taken in this session. The token is only read, for display: the server checks it. */
export const tookSecondStep = ({ access_token: token }: AuthSession): boolean =>
  claimsOf(token)['aal'] === 'aal2'

/** Whether the person has a second factor and this session lacks it. */
export const lacksSecondStep = (session: AuthSession): boolean =>
  (session.user.factors ?? []).some(({ status }) => status === 'verified') && !tookSecondStep(session)

function claimsOf(token: string | undefined): Record<string, unknown> {
  const body = token?.split('.')[1]
  if (!body) return {}
  try {
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    return isJsonObject(claims) ? claims : {}
  } catch {
    // Not a token of ours; the server refuses it.
    return {}
  }
}

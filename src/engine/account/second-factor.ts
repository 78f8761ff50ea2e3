import { apiBase, readMeta } from '../data/api-base.ts'
import { openHostedService } from '../data/hosted-service.ts'

export interface SecondFactor {
  id: string
  name: string
  /** ISO time. */
  since: string
}

/** What an authenticator application needs; shown this once. */
export interface Enrolment {
  id: string
  /** A picture to scan, as a data address. */
  picture: string
  /** The same to type in. */
  secret: string
}

/** The verified factors of whoever is signed in. Throws the service's error, as all calls here. */
export async function listSecondFactors(): Promise<SecondFactor[]> {
  const { auth } = await openHostedService()
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  return data.totp.map(({ id, friendly_name: name, created_at: since }) => ({ id, name: name ?? '', since }))
}

/** Begins to set up an authenticator. What an earlier try left half done is removed. */
export async function beginEnrolment(name: string): Promise<Enrolment> {
  const { auth } = await openHostedService()
  const { data: factors, error: unread } = await auth.mfa.listFactors()
  if (unread) throw unread
  for (const { id, status } of factors.all)
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) throw error
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
}

/** Takes the second step, or ends an enrolment: six digits of the authenticator, or a recovery code. */
export async function answerFactor(id: string, code: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code })
  if (error) throw error
}

/** Gives a factor up. */
export async function removeSecondFactor(id: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.mfa.unenroll({ factorId: id })
  if (error) throw error
  // The session has fallen back; its next token says so.
  await auth.refreshSession()
}

/** How many recovery codes are left; null where the service has none (the hosted one). */
export async function countRecoveryCodes(): Promise<number | null> {
  const answer = await askForCodes('GET')
  return answer === null ? null : Number(answer['left'])
}

/** Ten new recovery codes, shown this once; null where the service has none. */
export async function renewRecoveryCodes(): Promise<string[] | null> {
  const answer = await askForCodes('POST')
  return answer === null ? null : (answer['codes'] as string[])
}

// The hosted client knows no recovery codes: this is the one call beside it.
async function askForCodes(method: 'GET' | 'POST'): Promise<Record<string, unknown> | null> {
  const { auth } = await openHostedService()
  const { data } = await auth.getSession()
  const { supabase } = await readMeta(apiBase())
  const answer = await fetch(`${supabase.url}/auth/v1/factors/recovery-codes`, {
    method,
    headers: { apikey: supabase.anonKey, Authorization: `Bearer ${data.session?.access_token ?? ''}` },
  })
  if (answer.status === 404 || answer.status === 405) return null
  const body = (await answer.json()) as Record<string, unknown>
  if (answer.ok) return body
  throw Object.assign(new Error(String(body['msg'] ?? '')), {
    name: 'AuthApiError',
    code: body['error_code'],
    status: answer.status,
  })
}

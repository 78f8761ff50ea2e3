import type { Context } from 'hono'
import { atEvenPace } from '#base/even-pace.ts'
import type { JsonObject } from '#base/json.ts'
import type { AuthContext, PlatformMail } from '../auth-context.ts'
import { audit } from '../audit.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { clientTrace } from '../client-trace.ts'
import { type Contact, findUserByContact } from '../contact.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { type CodeChallenge, parseCodeChallenge } from '../flow-state.ts'
import { hashPassword, refuseUnusable } from '../passwords.ts'
import { hmac } from '../random-secrets.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { requireCredentials } from '../require-credentials.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'
import { insertUser, refuseLargeMetadata, renewPending } from '../write-user.ts'

interface SignUp {
  contact: Contact
  passwordHash: string
  data: JsonObject
  challenge: CodeChallenge | null
  redirectTo: string
  address: string
}

/**
 * `POST /signup`. A taken address is answered exactly like a free one: same body, same pace. That is also why
 * `identities` is empty for both, unlike on the hosted service, where its length gives the account away.
 */
export async function signUp(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  // What a client sends for somebody without a name.
  if (!['email', 'phone', 'password'].some((key) => body.text(key)))
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const { contact, password } = requireCredentials(context, body, 'signup')
  const data = body.object('data') ?? {}
  const challenge = parseCodeChallenge(body)
  if (contact.kind === 'phone' && challenge) throw validationFailed('PKCE not supported for phone signups')
  refuseUnusable(password)
  refuseLargeMetadata(data)
  const { address, key } = clientTrace(context, c)
  await context.limits.mailRequests.take(`signup ${key}`)
  const redirectTo = await redirectTarget(context, c.req.query('redirect_to'))
  return atEvenPace(context.limits.evenAnswerMs, async () => {
    await takeMailAllowance(context, 'signup', contact, key)
    const passwordHash = await hashPassword(password)
    const made = await inTransaction(context.pool, (tx) =>
      register(context, tx, { contact, passwordHash, data, challenge, redirectTo, address }),
    )
    if (made) await deliver(context, 'signup', contact, [made.mail])
    return c.json(pendingUser(made?.id ?? absentUserId(context, contact.value), contact, data))
  })
}

/** Makes or renews an unconfirmed user; null when the address belongs to a confirmed one. */
async function register(
  context: AuthContext,
  tx: Transaction,
  wanted: SignUp,
): Promise<{ id: string; mail: PlatformMail } | null> {
  const known = await findUserByContact(tx, wanted.contact, true)
  const user = known ?? (await insertUser(tx, wanted))
  if (user.confirmed_at) return null
  await renewPending(tx, user.id, wanted)
  await audit(tx, known ? 'user_confirmation_requested' : 'user_signedup', user, wanted.address)
  const mail = await prepareTokenMail(context, tx, {
    userId: user.id,
    to: wanted.contact,
    type: 'confirmation_token',
    kind: 'signup',
    linkType: 'signup',
    redirectTo: wanted.redirectTo,
    challenge: wanted.challenge,
  })
  return { id: user.id, mail }
}

function pendingUser(id: string, { kind, value }: Contact, data: JsonObject): Record<string, unknown> {
  const now = new Date().toISOString()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: kind === 'email' ? value : '',
    phone: kind === 'phone' ? value : '',
    confirmation_sent_at: now,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** The id a taken address or number is answered with: made up, random to look at, and the same every time, as a real one is. */
function absentUserId(context: AuthContext, contact: string): string {
  const bytes = hmac(context.secrets.absentUserKey, contact).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

import type { AuthContext, PlatformMail } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { composeMail, composeText, verifyLink } from './compose-mail.ts'
import type { Contact } from './contact.ts'
import type { Transaction } from './database.ts'
import { type CodeChallenge, saveFlowState } from './flow-state.ts'
import { type MailKind, type OneTimeTokenType, issueOneTimeToken } from './one-time-tokens.ts'

export interface TokenMail {
  userId: string
  to: Contact
  type: OneTimeTokenType
  /** Which request asked for it. */
  kind: MailKind
  /** The `type` of the link; what the person wanted may differ from what the address needs first. */
  linkType: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'
  redirectTo: string
  challenge: CodeChallenge | null
}

const sentAtColumn: Record<OneTimeTokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  phone_change_token: 'phone_change_sent_at',
}

const authenticationMethod = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
} as const

/** Makes the code and the secret of a link in the transaction, and notes that they are on their way. */
export async function issueMailedToken(
  tx: Transaction,
  wanted: TokenMail,
): Promise<{ code: string; linkToken: string }> {
  const { userId, to, type, kind, challenge } = wanted
  const flowStateId = challenge
    ? await saveFlowState(tx, userId, challenge, authenticationMethod[wanted.linkType])
    : null
  const issued = await issueOneTimeToken(tx, {
    userId,
    type,
    email: to.value,
    issuedFor: kind,
    flowStateId,
  })
  await tx.query(`update auth.users set ${sentAtColumn[type]} = now(), updated_at = now() where id = $1`, [
    userId,
  ])
  return issued
}

/** Makes code and link in the transaction and answers the mail to send after its commit. */
export async function prepareTokenMail(
  context: AuthContext,
  tx: Transaction,
  wanted: TokenMail,
): Promise<PlatformMail> {
  const { to, kind } = wanted
  const { code, linkToken } = await issueMailedToken(tx, wanted)
  const language = await chosenLanguage(tx, wanted.userId)
  if (to.kind === 'phone') return composeText(to.value, code, language)
  const link =
    kind === 'reauthentication'
      ? null
      : verifyLink(context.publicUrl(), linkToken, wanted.linkType, wanted.redirectTo)
  // A new address that first has to be confirmed gets the words for that, whatever was asked for.
  return composeMail(
    to.value,
    wanted.linkType === 'signup' || kind === 'phone_change' ? 'signup' : kind,
    code,
    link,
    language,
  )
}

async function chosenLanguage(tx: Transaction, userId: string): Promise<string | null> {
  const { rows } = await tx.query<{ language: string | null }>(
    "select raw_user_meta_data ->> 'language' as language from auth.users where id = $1",
    [userId],
  )
  return rows[0]?.language ?? null
}

/** Counts a mail request against the hourly limit and the recipient's pause, before it is known whether one is sent. */
export async function takeMailAllowance(
  context: AuthContext,
  kind: MailKind,
  to: Contact,
  address: string,
): Promise<void> {
  if (to.kind === 'phone') return takeTextAllowance(context, kind, to.value, address)
  const email = to.value
  await context.limits.mailGaps.take(kind, email)
  try {
    await context.limits.mails.take('all')
  } catch (error) {
    await context.limits.mailGaps.clear(kind, email)
    const retryAfter = error instanceof AuthError ? error.retryAfter : undefined
    throw new AuthError(
      429,
      'over_email_send_rate_limit',
      'email rate limit exceeded',
      retryAfter === undefined ? {} : { retryAfter },
    )
  }
}

/** The same for a text message, which costs: also per number and per address that asks, by the hour. */
async function takeTextAllowance(
  context: AuthContext,
  kind: MailKind,
  phone: string,
  address: string,
): Promise<void> {
  const { mailGaps, texts, textsPerNumber, textsPerAddress } = context.limits
  const tooMany = 'over_sms_send_rate_limit'
  try {
    await mailGaps.take(kind, phone)
    await textsPerNumber.take(phone)
    await textsPerAddress.take(address)
    await texts.take('all')
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const message = error.code === 'over_email_send_rate_limit' ? error.message : 'SMS rate limit exceeded'
    throw new AuthError(
      429,
      tooMany,
      message,
      error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter },
    )
  }
}

/** Sends what was prepared. When that fails the person may ask again at once: 500 `unexpected_failure`. */
export async function deliver(
  context: AuthContext,
  kind: MailKind,
  { value }: Contact,
  mails: PlatformMail[],
): Promise<void> {
  try {
    for (const mail of mails) await context.sendMail(mail)
  } catch (error) {
    await context.limits.mailGaps.clear(kind, value)
    throw new AuthError(500, 'unexpected_failure', 'Error sending the message', { cause: error })
  }
}

import nodemailer from 'nodemailer'
import { AppError } from '#base/app-error.ts'
import type pg from 'pg'
import type { Tx } from '../database/in-tenant.ts'
import type { Settings } from '../settings.ts'
import { messageIdOf } from './message-id.ts'
import { queueMail, type MailOrigin } from './queue-mail.ts'
import { sendText } from './send-text.ts'

export interface Mail {
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  html: string
  /** The same for every try of one mail: whoever gets it twice can tell that it is one. */
  key?: string
}

/**
 * Sends mail by SMTP_URL. Without it, in development, a mail is held in the database for `GET /api/dev/mailbox`, so that
 * several processes agree; in production, sending fails with 503.
 */
export interface MailSender {
  /** At once; rejects when the mail was not taken. */
  send(mail: Mail): Promise<void>
  /**
   * With a transaction of a workspace: written into its outgoing messages, which `OutboxSender` sends after the commit, and
   * again when they are not taken. Where mail is held, it is held before the call is answered.
   */
  sendWith(tx: Tx, mail: Mail, origin?: MailOrigin): Promise<void>
  /** Says after the commit that a written message may leave now. */
  tellAfter(tx: Tx, id: string): void
  /** Who is to be told, after its commit, that a message was written: which one where the commit's answer waits for it. */
  onQueued(listener: (id: string | null) => Promise<void>): void
}

/** The sender these settings ask for. `owner` writes the mailbox where mail is held. */
export function makeMailSender(settings: Settings, owner: pg.Pool): MailSender {
  let tell: (id: string | null) => Promise<void> = async () => undefined
  const { sms } = settings
  const isHeld = settings.smtpUrl === null && settings.developmentHelpers
  const sendMail = makeMail(settings, owner)
  // A server for mails that is slow must not make the answer of a call wait.
  const tellAfter = (tx: Tx, id: string): void =>
    tx.afterCommit(async () => (isHeld ? tell(id) : void tell(null)))
  return {
    send: (mail) => (mail.channel === 'sms' && sms ? sendText(sms, settings, mail) : sendMail(mail)),
    async sendWith(tx, mail, origin) {
      const isSet = isHeld || (mail.channel === 'sms' ? sms : settings.smtpUrl) !== null
      if (!isSet) throw notSetUp(mail.channel)
      const id = await queueMail(tx, mail, origin)
      if (id !== null) tellAfter(tx, id)
    },
    tellAfter,
    onQueued: (listener) => void (tell = listener),
  }
}

const notSetUp = (channel: Mail['channel']): AppError =>
  new AppError(
    'unavailable',
    channel === 'sms' ? 'Text messages are not set up here.' : 'Mail is not set up here (SMTP_URL).',
  )

function makeMail(settings: Settings, owner: pg.Pool): MailSender['send'] {
  if (settings.smtpUrl) return smtpSender(settings.smtpUrl, settings.mailFrom)
  if (!settings.developmentHelpers)
    return async ({ channel }) => {
      throw notSetUp(channel)
    }
  return async ({ to, channel, subject, text, html }) =>
    void (await owner.query('select app.hold_mail($1, $2, $3, $4, $5)', [to, channel, subject, text, html]))
}

/** Milliseconds: a server that says nothing for so long is away, until the next try. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

function smtpSender(url: string, from: string): MailSender['send'] {
  const { hostname } = new URL(url)
  const transport = nodemailer.createTransport({ url, ...patience })
  return async ({ to, channel, subject, text, html, key }) => {
    if (channel !== 'email') throw notSetUp(channel)
    const messageId = key === undefined ? {} : { messageId: messageIdOf(key, from, hostname) }
    await transport.sendMail({ from, to, subject, text, html, ...messageId })
  }
}

import nodemailer from 'nodemailer'
import { AppError } from '#base/app-error.ts'
import type pg from 'pg'
import type { Tx } from '../database/in-tenant.ts'
import type { Logger } from '../log/logger.ts'
import type { Settings } from '../settings.ts'
import { sendText } from './send-text.ts'

export interface Mail {
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  html: string
}

/**
 * Sends mail by SMTP_URL. Without it, in development, a mail is held in the database for `GET /api/dev/mailbox`, so that
 * several processes agree; in production, sending fails with 503.
 */
export interface MailSender {
  /** At once; rejects when the mail was not taken. */
  send(mail: Mail): Promise<void>
  /** With a transaction: held mail is written in it, real mail and texts leave after its commit. */
  sendWith(tx: Tx, mail: Mail): Promise<void>
}

const holdMail = 'select app.hold_mail($1, $2, $3, $4, $5)'
const valuesOf = (mail: Mail): string[] => [mail.to, mail.channel, mail.subject, mail.text, mail.html]

/** The sender these settings ask for. `owner` writes the mailbox when there is no transaction. */
export function makeMailSender(settings: Settings, owner: pg.Pool, log: Logger): MailSender {
  const sms = settings.sms
  const others = makeOthers(settings, owner, log)
  if (!sms) return others
  const text = (mail: Mail): Promise<void> => sendText(sms, settings, mail)
  return {
    send: (mail) => (mail.channel === 'sms' ? text(mail) : others.send(mail)),
    sendWith: async (tx, mail) =>
      mail.channel === 'sms' ? sendAfter(tx, mail, text, log) : others.sendWith(tx, mail),
  }
}

/** The write has happened; a server for mails or texts that is down must not make its answer a failure, nor send twice. */
function sendAfter(tx: Tx, mail: Mail, send: MailSender['send'], log: Logger): void {
  tx.afterCommit(() =>
    send(mail).catch((error: unknown) =>
      log.error(mail.channel === 'sms' ? 'A text message could not be sent' : 'A mail could not be sent', {
        why: error instanceof Error ? error.message : String(error),
      }),
    ),
  )
}

function makeOthers(settings: Settings, owner: pg.Pool, log: Logger): MailSender {
  if (settings.smtpUrl) return smtpSender(settings.smtpUrl, settings.mailFrom, log)
  if (!settings.developmentHelpers) return refusingSender()
  return {
    send: async (mail) => void (await owner.query(holdMail, valuesOf(mail))),
    sendWith: async (tx, mail) => void (await tx.query(holdMail, valuesOf(mail))),
  }
}

function smtpSender(url: string, from: string, log: Logger): MailSender {
  const transport = nodemailer.createTransport(url)
  const send = async (mail: Mail): Promise<void> => {
    if (mail.channel !== 'email') throw new AppError('unavailable', 'Text messages are not set up here.')
    await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text, html: mail.html })
  }
  return {
    send,
    sendWith: async (tx, mail) => sendAfter(tx, mail, send, log),
  }
}

function refusingSender(): MailSender {
  const refuse = async (): Promise<void> => {
    throw new AppError('unavailable', 'Mail is not set up here (SMTP_URL).')
  }
  return { send: refuse, sendWith: refuse }
}

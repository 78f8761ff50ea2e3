import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface RelayedMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
}

/** A real mail server (SMTP) that keeps what it takes. */
export interface MailRelay {
  url: string
  mails: RelayedMail[]
  /** What it answers to every recipient from now on (`550 5.1.1 …`), or null: it takes all. */
  refuse(answer: string | null): void
  /** What happens before it answers to a recipient, and once it has taken a mail but has not said so; null: nothing. */
  pause: { recipient: (() => Promise<void>) | null; taken: (() => Promise<void>) | null }
  stop(): Promise<void>
}

/** Starts a mail server, on a free port unless told: one that was stopped comes back where it was. */
export async function startMailRelay(at = 0): Promise<MailRelay> {
  const mails: RelayedMail[] = []
  let refusal: string | null = null
  const pause: MailRelay['pause'] = { recipient: null, taken: null }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      void (async () => {
        await pause.recipient?.()
        if (refusal === null) return done()
        const [code = '550', ...words] = refusal.split(' ')
        done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
      })()
    },
    onData(stream, { envelope }, done) {
      void text(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(async (mail) => {
          mails.unshift({
            from: mail.from?.address ?? '',
            to: envelope.rcptTo[0]?.address ?? '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
            messageId: mail.messageId ?? '',
          })
          await pause.taken?.()
          done()
        })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(at, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    pause,
    refuse: (answer) => (refusal = answer),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

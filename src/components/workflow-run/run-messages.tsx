import type { RunMessage } from '#contracts/api/workflows.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { reasonWords } from './reason-words.ts'
import styles from './workflow-run.module.css'

const states: Record<RunMessage['status'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waits to be sent', tone: 'warning' },
  sent: { label: 'Was sent', tone: 'success' },
  failed: { label: 'Not sent', tone: 'danger' },
}

interface Shared {
  params: { key: string; id: string }
  onSent: () => void
}

/** The mails and text messages of a run, what became of each, and another try of those that did not leave. */
export function RunMessages({ messages, ...shared }: Shared & { messages: readonly RunMessage[] }) {
  const t = useTranslate()
  return (
    <section className={styles.messages} aria-label={t('Outgoing mail')}>
      <h2 className={styles.title}>{t('Outgoing mail')}</h2>
      <ul className={styles.log}>
        {messages.map((message) => (
          <MessageLine key={message.id} message={message} {...shared} />
        ))}
      </ul>
    </section>
  )
}

function MessageLine({ message, params, onSent }: Shared & { message: RunMessage }) {
  const t = useTranslate()
  const api = useApi()
  const { busy, act } = useAct(onSent)
  const { id, name, channel, step, status, attempts, reasons } = message
  const resend = () =>
    api.call('POST /api/workflows/{key}/runs/{id}/resend', { params, body: { message: id } })
  const facts = [
    t(channel === 'sms' ? 'Text message' : 'Email'),
    t('Step {{number}}', { number: step + 1 }),
    ...(attempts > 1 ? [t('Try {{number}}', { number: attempts })] : []),
  ].join(' · ')
  return (
    <li className={styles.line}>
      <div className={styles.lineHead}>
        <span className={styles.name}>{name}</span>
        <Badge tone={states[status].tone}>{t(states[status].label)}</Badge>
        {reasons !== null && status !== 'sent' && (
          <Button size="compact" icon="send" loading={busy} onClick={() => void act(resend)}>
            {t(status === 'failed' ? 'Send again' : 'Send now')}
          </Button>
        )}
      </div>
      <p className={styles.about}>
        {facts}
        {message.sent_at !== null && (
          <>
            {' · '}
            <TimeText value={message.sent_at} />
          </>
        )}
        {message.next_at !== null && (
          <>
            {' · '}
            {t('Next try')} <TimeText value={message.next_at} />
          </>
        )}
      </p>
      {reasons !== null && <p className={styles.why}>{reasonWords({ reasons }, t)}</p>}
    </li>
  )
}

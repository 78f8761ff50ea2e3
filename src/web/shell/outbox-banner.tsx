import { useState } from 'react'
import type { Waiting } from '#engine/data/outbox-store.ts'
import { useOutbox, type Outbox } from '#engine/data/use-outbox.ts'
import { useSession } from '#engine/session-context.tsx'
import { offerDraft } from '#components/form/draft-store.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './outbox-banner.module.css'

/** What was filled in without connection: how much waits, and what needs a look. */
export function OutboxBanner() {
  const t = useTranslate()
  const outbox = useOutbox()
  const [open, setOpen] = useState(false)
  const count = outbox.entries.length
  if (count === 0) return null
  const stuck = outbox.entries.filter(({ state }) => state !== 'waiting').length
  return (
    <>
      <Notice
        look="banner"
        tone={stuck > 0 ? 'warning' : 'info'}
        icon="clock"
        title={t('Waiting to be sent: {{count}}', { count })}
        actions={
          <Button size="compact" onClick={() => setOpen(true)}>
            {t('Show')}
          </Button>
        }
      >
        {stuck > 0
          ? t('{{count}} need a decision.', { count: stuck })
          : t('Kept on this device and sent when the connection is back.')}
      </Notice>
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title={t('Waiting to be sent')}
          description={t('What was filled in without connection, oldest first.')}
          footer={<Button onClick={() => void outbox.send()}>{t('Send now')}</Button>}
        >
          <ul className={styles.list}>
            {outbox.entries.map((entry) => (
              <Line key={entry.key} entry={entry} outbox={outbox} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

function Line({ entry, outbox }: { entry: Waiting; outbox: Outbox }) {
  const t = useTranslate()
  const { tenant } = useSession()
  const [sure, setSure] = useState(false)
  const { key, title, id, model, at, state, problem, typed, body, input = {} } = entry
  const changed = Object.keys(body).filter((field) => field !== 'base')
  const words = {
    waiting: problem === null ? null : t(problem),
    choice: t('Somebody else changed the same fields'),
    refused: t(problem ?? 'It was not saved'),
    unsure: t('It was sent more than a day ago without an answer: look whether it is there.'),
  }[state]
  // A form takes what was typed: what its screen gave to the command beside that would be lost without a word.
  const fitsForm = Object.values(input).every((value) => value === null)
  const putBack = (): void => {
    // Of a change only what was changed: the rest may be others' by now.
    const own = id === null ? typed : Object.fromEntries(changed.map((key) => [key, typed[key]]))
    const outcome = offerDraft(`${tenant?.id ?? ''}:${model}:${id ?? 'new'}`, own)
    if (outcome === 'offered') void outbox.take(key)
    else if (outcome === 'taken')
      toast.warning(t('The form holds something else that was not saved: save or discard that first.'))
    else toast.error(t('This browser has no room to put it back.'))
  }
  return (
    <li className={styles.entry}>
      <div className={styles.text}>
        <strong>{title}</strong>
        <span className={styles.quiet}>
          {id === null ? t('New') : t('Change')} · <TimeText value={at} />
        </span>
        {words !== null && <span className={styles.problem}>{words}</span>}
      </div>
      <div className={styles.actions}>
        {state === 'choice' && (
          <Button size="compact" variant="primary" onClick={() => void outbox.again(key)}>
            {t('Choose')}
          </Button>
        )}
        {(state === 'refused' || state === 'unsure') && (
          <Button size="compact" onClick={() => void outbox.again(key)}>
            {t('Send again')}
          </Button>
        )}
        {state === 'refused' && fitsForm && (
          <Button size="compact" onClick={putBack}>
            {t('Back into the form')}
          </Button>
        )}
        <Button
          size="compact"
          variant={sure ? 'danger' : 'ghost'}
          onClick={() => (sure ? void outbox.discard(key) : setSure(true))}
        >
          {sure ? t('Really discard') : t('Discard')}
        </Button>
      </div>
    </li>
  )
}

import { useState } from 'react'
import type { Approval, Notification } from '#contracts/api/notifications.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './notification-list.module.css'

interface NotificationLineProps {
  notification: Notification
  onOpen: () => void
  onRead: () => void
  onDecided: () => void
}

const decisions: Record<Exclude<Approval['status'], 'waiting'>, { label: string; tone: BadgeTone }> = {
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

/** One thing a person was told, with what can be done about it. */
export function NotificationLine({ notification, onOpen, onRead, onDecided }: NotificationLineProps) {
  const t = useTranslate()
  const { subject, ours, message, link, approval, read_at: readAt, created_at: at } = notification
  return (
    <li className={classes(styles.line, readAt === null && styles.unread)}>
      <div className={styles.words}>
        <strong className={styles.subject}>{ours ? t(subject) : subject}</strong>
        {message !== '' && <p className={styles.message}>{message}</p>}
        <span className={styles.faint}>
          {readAt === null && `${t('Unread')} · `}
          <TimeText value={at} />
        </span>
        {approval && <ApprovalPart approval={approval} onDecided={onDecided} />}
      </div>
      <div className={styles.actions}>
        {link !== '' && (
          <Button size="compact" onClick={onOpen}>
            {t('Open')}
          </Button>
        )}
        {readAt === null && (
          <Button size="compact" variant="ghost" onClick={onRead}>
            {t('Mark as read')}
          </Button>
        )}
      </div>
    </li>
  )
}

function ApprovalPart({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const t = useTranslate()
  const api = useApi()
  const [comment, setComment] = useState('')
  const { busy, act } = useAct(onDecided)
  if (approval.status !== 'waiting') {
    const { label, tone } = decisions[approval.status]
    return (
      <p className={styles.decided}>
        <Badge tone={tone}>{t(label)}</Badge>
        {approval.decided_by !== null && <span>{approval.decided_by}</span>}
        {approval.comment !== null && approval.comment !== '' && <span>“{approval.comment}”</span>}
      </p>
    )
  }
  const decide = (decision: 'approved' | 'rejected'): void =>
    void act(() =>
      api.call('POST /api/approvals/{id}', {
        params: { id: approval.id },
        body: { decision, comment: comment.trim() === '' ? null : comment },
      }),
    )
  return (
    <div className={styles.decide}>
      <TextArea label={t('Comment')} rows={2} maxLength={2000} value={comment} onChange={setComment} />
      <div className={styles.buttons}>
        <Button
          size="compact"
          variant="primary"
          icon="check"
          loading={busy}
          onClick={() => decide('approved')}
        >
          {t('Approve')}
        </Button>
        <Button size="compact" icon="x" loading={busy} onClick={() => decide('rejected')}>
          {t('Reject')}
        </Button>
      </div>
    </div>
  )
}

import { useState } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import type { SessionEntry } from '#contracts/session-entry.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import entries from './entries.module.css'
import { describeDevice } from './describe-device.ts'
import { useAccountAct } from './use-account-act.tsx'

/** Where the person is signed in, and the way out of each. */
export function SignIns() {
  const t = useTranslate()
  const api = useApi()
  const list = useAnswer(['sign-ins'], async () => (await api.call('GET /api/profile/sessions')).rows)
  const { busy, act } = useAccountAct()
  const [endingAll, setEndingAll] = useState(false)
  const [ending, setEnding] = useState<string | null>(null)
  if (list.error && !list.data)
    return (
      <ErrorState
        compact
        title={t('Your sign-ins could not be read')}
        onRetry={list.refetch}
        requestId={list.error.requestId ?? undefined}
      >
        {t(list.error.message)}
      </ErrorState>
    )
  if (!list.data) return <Skeleton lines={4} />
  const deviceOf = ({ user_agent: userAgent }: SessionEntry): string => {
    const { browser, system } = describeDevice(userAgent)
    if (browser && system) return t('{{browser}} on {{system}}', { browser, system })
    return browser ?? system ?? t('Another program')
  }
  const end = async (id: string): Promise<void> => {
    setEnding(id)
    await act(async () => {
      await api.call('DELETE /api/profile/sessions/{id}', { params: { id } })
      toast.success(t('Signed out there'))
    })
  }
  const endOthers = (): Promise<void> =>
    act(async () => {
      await api.call('POST /api/profile/sessions/end-others')
      toast.success(t('Signed out everywhere else'))
    })
  return (
    <div className={styles.form}>
      <ul className={entries.list}>
        {list.data.map((entry) => (
          <li key={entry.id}>
            <Icon name="monitor" />
            <span className={entries.entry}>
              <span className={entries.strong}>{deviceOf(entry)}</span>
              <span className={entries.faint}>
                {entry.address && <>{entry.address} · </>}
                <TimeText value={entry.last_seen_at} />
              </span>
            </span>
            {entry.current ? (
              <Badge tone="success">{t('Here')}</Badge>
            ) : (
              <Button
                size="compact"
                loading={busy && ending === entry.id}
                aria-label={`${t('Sign out there')}: ${deviceOf(entry)}`}
                onClick={() => busy || void end(entry.id)}
              >
                {t('Sign out there')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.data.length > 1 && (
        <div className={styles.actions}>
          <Button onClick={() => setEndingAll(true)}>{t('Sign out everywhere else')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={endingAll}
        onOpenChange={setEndingAll}
        title={t('Sign out everywhere else?')}
        text={t('What is typed there and not saved is lost. You stay signed in here.')}
        confirmLabel={t('Sign out everywhere else')}
        onConfirm={endOthers}
      />
    </div>
  )
}

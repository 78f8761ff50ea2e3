import { useState } from 'react'
import {
  connectAccount,
  disconnectAccount,
  listLinkedAccounts,
  type LinkedAccount,
} from '#engine/account/linked-accounts.ts'
import { readSignInWays } from '#engine/account/sign-in-ways.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import entries from './entries.module.css'
import { useAccountAct } from './use-account-act.tsx'

/** The accounts elsewhere that the person can sign in with. */
export function LinkedAccounts() {
  const t = useTranslate()
  const ways = useAnswer(['sign-in-ways'], readSignInWays)
  const linked = useAnswer(['linked-accounts'], listLinkedAccounts)
  const { busy, act } = useAccountAct()
  const [leaving, setLeaving] = useState<LinkedAccount | null>(null)
  const error = ways.error ?? linked.error
  if (error && (!ways.data || !linked.data)) {
    const reread = (): void => (ways.refetch(), linked.refetch())
    return <ErrorState compact title={t('Your connected accounts could not be read')} onRetry={reread} />
  }
  if (!ways.data || !linked.data) return <Skeleton lines={2} />
  const names = new Map(ways.data.providers.map(({ id, name }) => [id, name]))
  const foreign = linked.data.filter(({ provider }) => provider !== 'email' && provider !== 'phone')
  const free = ways.data.providers.filter(({ id }) => !foreign.some(({ provider }) => provider === id))
  if (foreign.length === 0 && free.length === 0)
    return <p className={styles.words}>{t('There is no other service to sign in with here.')}</p>
  return (
    <div className={styles.form}>
      {foreign.length > 0 && (
        <ul className={entries.list}>
          {foreign.map((account) => (
            <li key={account.id}>
              <Icon name="link" />
              <span className={entries.entry}>
                <span className={entries.strong}>{names.get(account.provider) ?? account.provider}</span>
                <span className={entries.faint}>{account.email}</span>
              </span>
              <Button size="compact" loading={busy} onClick={() => setLeaving(account)}>
                {t('Disconnect')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {free.map(({ id, name }) => (
          <Button key={id} loading={busy} onClick={() => void act(() => connectAccount(id))}>
            {t('Connect {{name}}', { name })}
          </Button>
        ))}
      </div>
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeaving(null)}
          title={t('Disconnect {{name}}?', { name: names.get(leaving.provider) ?? leaving.provider })}
          text={t('You no longer sign in with it. You can connect it again.')}
          confirmLabel={t('Disconnect')}
          onConfirm={() => {
            const { id } = leaving
            setLeaving(null)
            void act(async () => {
              await disconnectAccount(id)
              toast.success(t('Account disconnected'))
            })
          }}
        />
      )}
    </div>
  )
}

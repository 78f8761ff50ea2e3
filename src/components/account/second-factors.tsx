import { useState } from 'react'
import {
  countRecoveryCodes,
  listSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '#engine/account/second-factor.ts'
import { useRefreshAccount } from '#engine/account/use-refresh-account.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
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
import { EnrolFactor } from './enrol-factor.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { useAccountAct } from './use-account-act.tsx'

/** The person's second factors: set up, recovery codes, give up. */
export function SecondFactors() {
  const t = useTranslate()
  const factors = useAnswer(['second-factors'], listSecondFactors)
  const left = useAnswer(['recovery-codes'], async () => ({ left: await countRecoveryCodes() }))
  const [enrolling, setEnrolling] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [leaving, setLeaving] = useState<SecondFactor | null>(null)
  const [renewing, setRenewing] = useState(false)
  const { busy, act } = useAccountAct()
  const refresh = useRefreshAccount()
  const renew = (): Promise<void> =>
    act(async () => {
      setCodes(await renewRecoveryCodes())
    })
  if (factors.error && !factors.data)
    return (
      <ErrorState compact title={t('Your second factors could not be read')} onRetry={() => void refresh()} />
    )
  if (!factors.data) return <Skeleton lines={3} />
  if (codes) return <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />
  const list = factors.data
  if (enrolling) {
    return (
      <EnrolFactor
        name={list.length === 0 ? t('Authenticator') : `${t('Authenticator')} ${list.length + 1}`}
        onCancel={() => setEnrolling(false)}
        onEnrolled={() => {
          setEnrolling(false)
          toast.success(t('Second factor turned on'))
          void refresh()
          // The first factor comes with codes for the day it is lost.
          if (list.length === 0) void renew()
        }}
      />
    )
  }
  return (
    <div className={styles.form}>
      {list.length === 0 ? (
        <p className={styles.words}>
          {t(
            'Nobody signs in as you with your password alone, once a code from your phone is asked for too.',
          )}
        </p>
      ) : (
        <ul className={entries.list}>
          {list.map((factor) => (
            <li key={factor.id}>
              <Icon name="key" />
              <span className={entries.entry}>
                <span className={entries.strong}>{factor.name || t('Authenticator')}</span>
                <TimeText value={factor.since} className={entries.faint} />
              </span>
              <Button size="compact" loading={busy} onClick={() => setLeaving(factor)}>
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button variant={list.length === 0 ? 'primary' : 'secondary'} onClick={() => setEnrolling(true)}>
          {list.length === 0 ? t('Set up a second factor') : t('Add another one')}
        </Button>
        {list.length > 0 && left.data && left.data.left !== null && (
          <Button loading={busy} onClick={() => setRenewing(true)}>
            {t('New recovery codes ({{count}} left)', { count: left.data.left })}
          </Button>
        )}
      </div>
      {renewing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRenewing(false)}
          title={t('Make new recovery codes?')}
          text={t('The codes you kept so far stop working at once.')}
          confirmLabel={t('Make new codes')}
          onConfirm={() => {
            setRenewing(false)
            void renew()
          }}
        />
      )}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeaving(null)}
          title={t('Remove the second factor “{{name}}”?', { name: leaving.name || t('Authenticator') })}
          text={
            list.length === 1
              ? t(
                  'After that your password alone signs you in, and workspaces that ask for a second factor stay closed.',
                )
              : undefined
          }
          confirmLabel={t('Remove')}
          onConfirm={() => {
            const { id } = leaving
            setLeaving(null)
            void act(async () => {
              await removeSecondFactor(id)
              toast.success(t('Second factor removed'))
            })
          }}
        />
      )}
    </div>
  )
}

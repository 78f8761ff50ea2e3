import { useState } from 'react'
import { readPreferences, savePreferences } from '#engine/account/preferences.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import { useAccountAct } from './use-account-act.tsx'

/** Which mails one gets. Those about one's own account and about the end of a workspace always come. */
export function OwnMails() {
  const t = useTranslate()
  const kept = useAnswer(['preferences'], readPreferences)
  const { busy, act } = useAccountAct()
  // What was just switched shows at once; the account follows.
  const [wished, setWished] = useState<Readonly<Record<string, boolean>> | null>(null)
  if (kept.error && !kept.data)
    return <ErrorState compact title={t('Your profile could not be read')} onRetry={kept.refetch} />
  if (!kept.data) return <Skeleton lines={2} />
  const mails = wished ?? kept.data.mails
  const keep = (kind: string, wanted: boolean): Promise<void> =>
    act(async () => {
      const next = { ...mails, [kind]: wanted }
      setWished(next)
      await savePreferences({ mails: next }).catch((error: unknown) => {
        setWished(null)
        throw error
      })
    })
  return (
    <div className={styles.form}>
      <Switch
        label={t('Requests for access')}
        help={t('When somebody asks to open a screen and you can allow it.')}
        checked={mails['access_requests'] !== false}
        disabled={busy}
        onChange={(wanted) => void keep('access_requests', wanted)}
      />
    </div>
  )
}

import { useState } from 'react'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { readPreferences, savePreferences, type Preferences } from '#engine/account/preferences.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useSession } from '#engine/session-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import { useAccountAct } from './use-account-act.tsx'

/** Which mails one gets. Those about one's own account and about the end of a workspace always come. */
export function OwnMails() {
  const t = useTranslate()
  const kept = useAnswer(['preferences'], readPreferences)
  const { role } = useSession()
  const { busy, act } = useAccountAct()
  // What was just switched shows at once; the account follows.
  const [wished, setWished] = useState<Readonly<Record<string, boolean>> | null>(null)
  const [often, setOften] = useState<Preferences['digest'] | undefined>(undefined)
  if (kept.error && !kept.data)
    return (
      <ErrorState compact title={t('Your profile could not be read')} onRetry={kept.refetch}>
        {t(explainAuthError(kept.error).text)}
      </ErrorState>
    )
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
  const digest = often === undefined ? kept.data.digest : often
  const gather = (next: Preferences['digest']): Promise<void> =>
    act(async () => {
      setOften(next)
      const save = async (): Promise<void> => {
        // The time of day is theirs: one that was never chosen, elsewhere on this page either, is the one of this device.
        const isChosen = next === null || (await readPreferences()).time_zone !== null
        const here = Intl.DateTimeFormat().resolvedOptions().timeZone
        await savePreferences({ digest: next, ...(!isChosen && { time_zone: here }) })
      }
      await save().catch((error: unknown) => {
        setOften(undefined)
        throw error
      })
    })
  return (
    <div className={styles.form}>
      {(role === 'owner' || role === 'admin') && (
        <Switch
          label={t('Requests for access')}
          help={t('When somebody asks to open a screen and you can allow it.')}
          checked={mails['access_requests'] !== false}
          disabled={busy}
          onChange={(wanted) => void keep('access_requests', wanted)}
        />
      )}
      <Switch
        label={t('Estimates and answers')}
        help={t(
          'When an estimate is offered to you, a customer decides or asks, or your question is answered.',
        )}
        checked={mails['estimates'] !== false}
        disabled={busy}
        onChange={(wanted) => void keep('estimates', wanted)}
      />
      <SelectField
        label={t('Notifications by mail')}
        value={digest ?? ''}
        disabled={busy}
        onChange={(often) => void gather(often === 'daily' || often === 'weekly' ? often : null)}
        help={t(
          'One mail with what you have not read, after seven in the morning where you are. None when there is nothing.',
        )}
        options={[
          { value: '', label: t('Never') },
          { value: 'daily', label: t('Every day') },
          { value: 'weekly', label: t('Every Monday') },
        ]}
      />
    </div>
  )
}

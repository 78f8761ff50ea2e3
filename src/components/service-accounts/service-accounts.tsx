import { useState } from 'react'
import type { Member } from '#contracts/member.ts'
import type { Role } from '#contracts/role.ts'
import { listOf } from '#engine/data/list-of.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { NewServiceAccount } from './new-service-account.tsx'
import { NewServiceToken } from './new-service-token.tsx'
import entries from '../account/entries.module.css'
import styles from './service-accounts.module.css'

/** Members that are no people, and the way to their tokens. */
export function ServiceAccounts() {
  const t = useTranslate()
  const api = useApi()
  const people = useAnswer(['members'], async () => listOf<Member>(await api.call('GET /api/members')))
  const roles = useAnswer(['roles'], async () => listOf<Role>(await api.call('GET /api/roles')))
  const [making, setMaking] = useState(false)
  const [token, setToken] = useState<Member | null>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const error = people.error ?? roles.error
  if (error && (!people.data || !roles.data))
    return (
      <ErrorState
        compact
        title={t('This screen could not be read')}
        onRetry={() => (people.refetch(), roles.refetch())}
        requestId={error.requestId ?? undefined}
      >
        {t(error.message)}
      </ErrorState>
    )
  if (!people.data || !roles.data) return <Skeleton lines={4} />
  const accounts = people.data.filter(({ kind }) => kind === 'service')
  const labels = new Map(roles.data.map(({ key, label }) => [key, label]))
  const make = (
    <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('New service account')}
    </Button>
  )
  return (
    <div className={styles.parts}>
      {accounts.length === 0 ? (
        <EmptyState icon="key" title={t('No service accounts yet')} action={make}>
          {t('A program works as one: it has a role, keeps it when people leave, and cannot sign in.')}
        </EmptyState>
      ) : (
        <>
          <div>{make}</div>
          <ul className={entries.list}>
            {accounts.map((account) => (
              <li key={account.id}>
                <span className={entries.entry}>
                  <span className={entries.strong}>{account.name}</span>
                  <span className={entries.faint}>{t(labels.get(account.role) ?? account.role)}</span>
                </span>
                <Button size="compact" icon="key" onClick={() => setToken(account)}>
                  {t('New token')}
                </Button>
                <Button size="compact" variant="ghost" onClick={() => setLeaving(account)}>
                  {t('Remove')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {making && (
        <NewServiceAccount
          roles={roles.data.filter(({ key }) => !['owner', 'customer', 'public'].includes(key))}
          onClose={() => setMaking(false)}
          onMade={people.refetch}
        />
      )}
      {token && <NewServiceToken account={token} onClose={() => setToken(null)} />}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeaving(null)}
          title={t('Remove {{name}}?', { name: leaving.name })}
          text={t('Its tokens end at once. What it made stays.')}
          confirmLabel={t('Remove service account')}
          onConfirm={async () => {
            await api.call('DELETE /api/members/{userId}', { params: { userId: leaving.id } })
            toast.success(t('Service account removed'))
            people.refetch()
          }}
        />
      )}
    </div>
  )
}

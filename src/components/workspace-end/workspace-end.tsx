import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Member } from '#contracts/member.ts'
import { listOf } from '#engine/data/list-of.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { EndSection } from './end-section.tsx'
import styles from './workspace-end.module.css'

type Step = 'leave' | 'hand-over' | 'close' | 'export'

/** What ends somebody's part in a workspace, or the workspace: each asked once more before it is done. */
export function WorkspaceEnd() {
  const t = useTranslate()
  const api = useApi()
  const { tenant, user, role } = useSession()
  const people = useAnswer(['members'], async () => listOf<Member>(await api.call('GET /api/members')))
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Step | null>(null)
  const [next, setNext] = useState('')
  if (people.error && !people.data)
    return (
      <ErrorState
        compact
        title={t('The people could not be read')}
        onRetry={people.refetch}
        requestId={people.error.requestId ?? undefined}
      >
        {t(people.error.message)}
      </ErrorState>
    )
  if (!people.data || !tenant || !user) return <Skeleton lines={6} />
  const params = { id: tenant.id }
  // Whom the server would take: a workspace is not handed to a program.
  const others = people.data.filter(
    (one) =>
      one.id !== user.id && one.kind === 'person' && one.status === 'active' && one.role !== 'customer',
  )
  const chosen = others.find(({ id }) => id === next)
  const owners = people.data.filter((one) => one.role === 'owner')
  const isLastOwner = role === 'owner' && owners.length === 1
  const steps: Record<Step, { title: string; text: string; label: string; act: () => Promise<unknown> }> = {
    leave: {
      title: t('Leave {{name}}?', { name: tenant.name }),
      text: t('What you made stays. To come back you need a new invitation.'),
      label: t('Leave workspace'),
      act: () => api.call('DELETE /api/members/{userId}', { params: { userId: user.id } }),
    },
    'hand-over': {
      title: t('Make {{name}} the owner?', { name: chosen?.name ?? '' }),
      text: t(
        'You become an administrator, and only the new owner can undo this. Both of you are told by mail.',
      ),
      label: t('Hand over workspace'),
      act: () => api.call('POST /api/tenants/{id}/hand-over', { params, body: { user_id: next } }),
    },
    export: {
      title: t('Export everything in {{name}}?', { name: tenant.name }),
      text: t(
        'All records, files, people, settings and the audit log, as one archive. Whoever has it has everything: keep it safe.',
      ),
      label: t('Export everything'),
      act: () => api.call('POST /api/tenants/{id}/export', { params }),
    },
    close: {
      title: t('Close {{name}}?', { name: tenant.name }),
      text: t(
        'Nobody can open it from now on. For 30 days an owner can bring it back; then all records and files are removed for good.',
      ),
      label: t('Close workspace'),
      act: () => api.call('POST /api/tenants/{id}/close', { params, body: { name: tenant.name } }),
    },
  }
  const step = asking && steps[asking]
  return (
    <div className={styles.sections}>
      {role === 'owner' && (
        <EndSection
          title={t('Hand over')}
          text={t('Another member becomes the owner in your place.')}
          action={
            <Button disabled={!chosen} onClick={() => setAsking('hand-over')}>
              {t('Hand over workspace')}
            </Button>
          }
        >
          <SelectField
            label={t('New owner')}
            value={next}
            onChange={setNext}
            placeholder={others.length === 0 ? t('Nobody else is here yet') : t('Choose a person')}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </EndSection>
      )}
      {role === 'owner' && (
        <EndSection
          title={t('Take everything along')}
          text={t(
            'Everything this workspace holds, as one archive. It is made in the background and kept for a week.',
          )}
          action={<Button onClick={() => setAsking('export')}>{t('Export everything')}</Button>}
        />
      )}
      <EndSection
        title={t('Leave')}
        text={
          isLastOwner
            ? t('You are the only owner: hand the workspace over first.')
            : t('You no longer see this workspace. What you made stays.')
        }
        action={
          <Button disabled={isLastOwner} onClick={() => setAsking('leave')}>
            {t('Leave workspace')}
          </Button>
        }
      />
      {role === 'owner' && (
        <EndSection
          title={t('Close')}
          text={t(
            'The workspace is shut for everybody, and removed with all its records and files after 30 days.',
          )}
          action={
            <Button variant="danger" onClick={() => setAsking('close')}>
              {t('Close workspace')}
            </Button>
          }
        />
      )}
      {step && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={step.title}
          text={step.text}
          confirmLabel={step.label}
          tone={asking === 'export' ? 'primary' : 'danger'}
          {...(asking === 'close' ? { typeToConfirm: tenant.name } : {})}
          onConfirm={async () => {
            await step.act()
            if (asking === 'export') return void navigate('/transfers')
            // Role and workspace are other ones now: everything begins anew.
            globalThis.location.assign(asking === 'hand-over' ? '/settings' : '/auth/select-tenant')
          }}
        />
      )}
    </div>
  )
}

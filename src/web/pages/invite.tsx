import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { clientTexts } from '#contracts/errors.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import form from '../auth/auth-form.module.css'
import { useSession, useSessionMachine } from '../session/session-context.ts'
import { personKey } from '../session/forget-workspace.ts'
import { tenantsKey } from '../session/tenant-calls.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { roleLabel } from '../shell/role-label.ts'
import { PlainFrame } from './plain-frame.tsx'

/** `/invite/{token}`: says what one is invited to; only the button takes it (a mail scanner that opens the link does not). */
export function InvitePage() {
  const t = useTranslate()
  const api = useApi()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const machine = useSessionMachine()
  const email = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user.email : null))
  const inShell = useSession(({ tenant }) => tenant.status === 'selected')
  const signOut = useSignOut()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const invite = useQuery({
    queryKey: [personKey, 'invite', token],
    queryFn: () => api.call('GET /api/invites/{token}/view', { params: { token } }),
    retry: false,
    staleTime: 60_000,
  })
  const error = failure ?? (invite.error instanceof ApiError ? invite.error : null)

  const accept = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const joined = await api.call('POST /api/invites/{token}/accept', { params: { token } })
      await cache.invalidateQueries({ queryKey: tenantsKey })
      machine.adoptTenant({
        status: 'selected',
        tenant_id: joined.tenant_id,
        name: joined.name,
        role: joined.role,
      })
      toast.success(t('Welcome to {{name}}', { name: joined.name }))
      await navigate('/dashboard', { replace: true })
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setFailure(caught)
    } finally {
      setBusy(false)
    }
  }

  if (error && !error.unavailable) {
    return (
      <PlainFrame inShell={inShell} title={t('This invitation cannot be used')} lead={t(reasonOf(error))}>
        <p className={form.notice}>
          {t(
            'You are signed in as {{email}}. Whoever invited you can send a new invitation to this address.',
            { email: email ?? '' },
          )}
        </p>
        <div className={form.actions}>
          <Link href="/dashboard" className={buttonClass({ variant: 'primary', size: 'touch' })}>
            {t('Open workspace')}
          </Link>
          <Button size="touch" onClick={() => void signOut()}>
            {t('Sign in as somebody else')}
          </Button>
        </div>
      </PlainFrame>
    )
  }
  const view = invite.data
  return (
    <PlainFrame
      inShell={inShell}
      title={view ? t('Join {{name}}', { name: view.tenant_name }) : t('Invitation')}
      lead={view && t('You are invited to this workspace as {{role}}.', { role: roleLabel(view.role, t) })}
    >
      {error && (
        <div className={form.notice}>
          <Notice
            tone="danger"
            actions={
              <Button size="compact" onClick={() => void invite.refetch()}>
                {t(clientTexts.retryConnection)}
              </Button>
            }
          >
            {t(clientTexts.workspaceConnectionFailed)}
          </Notice>
        </div>
      )}
      {invite.isPending && (
        <div className={form.form} aria-busy>
          <Skeleton lines={2} />
        </div>
      )}
      {view && (
        <>
          <div className={form.actions}>
            <Button variant="primary" size="touch" loading={busy} onClick={() => void accept()}>
              {t('Join workspace')}
            </Button>
            <Link href="/dashboard" className={buttonClass({ size: 'touch' })}>
              {t('Not now')}
            </Link>
          </div>
          <p className={form.notice}>{t('You join as {{email}}.', { email: email ?? '' })}</p>
        </>
      )}
    </PlainFrame>
  )
}

function reasonOf({ status }: ApiError): string {
  if (status === 410) return 'It was used already, was withdrawn, or has expired.'
  if (status === 403) return 'It was sent to another email address.'
  if (status === 429) return 'That was too often. Wait a minute, then try again.'
  return 'It does not exist, or it was sent to another email address.'
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { clientTexts } from '#contracts/errors.ts'
import type { Tenant } from '#contracts/tenant.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import form from '../auth/auth-form.module.css'
import { safeNext } from '../session/safe-next.ts'
import { useSession, useSessionMachine } from '../session/session-context.ts'
import { listTenants, tenantsKey } from '../session/tenant-calls.ts'
import { roleLabel } from '../shell/role-label.ts'
import { ClosedTenants } from './closed-tenants.tsx'
import { PlainFrame } from './plain-frame.tsx'

/** `/auth/select-tenant`: which of one's workspaces to work in. */
export function SelectTenantPage() {
  const t = useTranslate()
  const api = useApi()
  const navigate = useNavigate()
  const machine = useSessionMachine()
  const [search] = useSearchParams()
  const tenant = useSession((state) => state.tenant)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [retrying, setRetrying] = useState(false)
  const [failed, setFailed] = useState(false)
  const list = useQuery({ queryKey: tenantsKey, queryFn: () => listTenants(api), retry: false })
  const current = tenant.status === 'selected' ? tenant.tenant.id : null
  const message = tenant.status === 'required' ? tenant.message : null

  const choose = async ({ id }: Tenant): Promise<void> => {
    setChosen(id)
    setFailed(false)
    try {
      await machine.selectTenant(id)
      await navigate(safeNext(search.get('next')), { replace: true })
    } catch {
      setFailed(true)
    } finally {
      setChosen(null)
    }
  }
  const retry = async (): Promise<void> => {
    setRetrying(true)
    setFailed(false)
    await machine.retryTenant()
    await list.refetch()
    setRetrying(false)
    // What could not be reached is there again, and says which workspace it was.
    if (machine.store.getState().tenant.status === 'selected')
      await navigate(safeNext(search.get('next')), { replace: true })
  }
  const tenants = list.data ?? []
  const shown = tenants.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const unreachable = list.isError || failed
  return (
    <PlainFrame
      title={list.isSuccess && tenants.length === 0 ? t('Welcome') : t('Choose a workspace')}
      lead={tenants.length > 0 ? t('Each workspace has its own people, screens and records.') : undefined}
    >
      {message && (
        <div className={form.notice}>
          <Notice tone="warning">{t(message)}</Notice>
        </div>
      )}
      {unreachable && (
        <div className={form.notice}>
          <Notice
            tone="danger"
            actions={
              <Button size="compact" loading={retrying} onClick={() => void retry()}>
                {t(clientTexts.retryConnection)}
              </Button>
            }
          >
            {t(clientTexts.workspaceConnectionFailed)}
          </Notice>
        </div>
      )}
      {message && !unreachable && (
        <div className={form.actions}>
          <Button loading={retrying} onClick={() => void retry()}>
            {t(clientTexts.retryConnection)}
          </Button>
        </div>
      )}
      {tenants.length > 8 && (
        <div className={form.notice}>
          <TextField
            label={t('Find a workspace')}
            hideLabel
            type="search"
            placeholder={t('Find a workspace')}
            value={typed}
            onChange={setTyped}
          />
        </div>
      )}
      {list.isPending && (
        <ul className={form.list} aria-busy aria-label={t('Workspaces')}>
          {[0, 1, 2].map((row) => (
            <li key={row} className={form.option}>
              <Skeleton width={32} height={32} />
              <Skeleton width={160} height={12} />
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <ul className={form.list} aria-label={t('Workspaces')}>
          {shown.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className={form.option}
                disabled={chosen !== null}
                onClick={() => void choose(each)}
              >
                <Avatar
                  name={each.name}
                  src={each.logo && api.address(each.logo)}
                  size={32}
                  shape="square"
                  named={false}
                />
                <span className={form.words}>
                  <span className={form.strong}>{each.name}</span>
                  <span className={form.faint}>
                    {roleLabel(each.role, t)}
                    {each.id === current && ` · ${t('open now')}`}
                  </span>
                </span>
                {chosen === each.id ? <Spinner /> : <Icon name="chevron-right" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.isSuccess && tenants.length === 0 && (
        <EmptyState
          icon="building"
          title={t('No workspace yet')}
          action={
            <Link href="/auth/create-tenant" className={buttonClass({ variant: 'primary' })}>
              {t('Create a workspace')}
            </Link>
          }
        >
          {t('Create one for your company, or ask a colleague to invite you: the invitation comes by mail.')}
        </EmptyState>
      )}
      <ClosedTenants />
      {tenants.length > 0 && (
        <div className={form.actions}>
          <Link href="/auth/create-tenant" className={buttonClass()}>
            <Icon name="plus" /> {t('Create a workspace')}
          </Link>
        </div>
      )}
    </PlainFrame>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#engine/engine-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useSession, useSessionMachine } from '../session/session-context.ts'
import { listTenants, tenantsKey } from '../session/tenant-calls.ts'
import { clientTexts } from '#contracts/errors.ts'
import { useAccent } from './use-accent.ts'
import styles from './workspace-switcher.module.css'

/** Which workspace this is, and the way to the others. */
export function WorkspaceSwitcher({ folded = false }: { folded?: boolean }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const machine = useSessionMachine()
  const tenant = useSession(({ tenant: state }) => (state.status === 'selected' ? state.tenant : null))
  const api = useApi()
  const { data: tenants = [] } = useQuery({
    queryKey: tenantsKey,
    queryFn: () => listTenants(api),
    staleTime: 60_000,
  })
  const own = tenants.find(({ id }) => id === tenant?.id)
  useAccent(own?.accent ?? null)
  if (!tenant) return null
  const choose = async (id: string): Promise<void> => {
    if (id === tenant.id) return
    try {
      await machine.selectTenant(id)
      await navigate('/dashboard')
    } catch {
      toast.error(t(clientTexts.workspaceConnectionFailed), {
        action: { label: t(clientTexts.retryConnection), onClick: () => void choose(id) },
      })
    }
  }
  const items: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('Workspaces'),
      value: tenant.id,
      onChange: (id) => void choose(id),
      options: tenants.slice(0, 12).map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: 'separator' },
    ...(tenants.length > 12
      ? [{ label: t('All workspaces'), icon: 'list', href: '/auth/select-tenant' } as const]
      : []),
    { label: t('Create a workspace'), icon: 'plus', href: '/auth/create-tenant' },
    ...(tenant.role === 'customer'
      ? []
      : [{ label: t('Leave or close'), icon: 'door', href: '/settings/leave' } as const]),
  ]
  return (
    <Menu items={items}>
      {(trigger) => (
        <button
          {...trigger}
          type="button"
          className={styles.switcher}
          aria-label={t('Workspace {{name}}', { name: tenant.name })}
          {...(folded && tooltip(tenant.name))}
        >
          <Avatar
            name={tenant.name}
            src={own?.logo && api.address(own.logo)}
            size={24}
            shape="square"
            named={false}
          />
          {!folded && (
            <>
              <span className={styles.name}>{tenant.name}</span>
              <Icon name="chevron-down" />
            </>
          )}
        </button>
      )}
    </Menu>
  )
}

import { useNavigate } from 'react-router-dom'
import { clientTexts } from '#contracts/errors.ts'
import type { MenuEntry } from '#ui/menu.tsx'
import { MenuSurface, type MenuSurfaceProps } from '#ui/menu-surface.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { useSessionMachine } from '../session/session-context.ts'
import type { SelectedTenant } from '../session/tenant-state.ts'

interface WorkspaceMenuProps extends Omit<MenuSurfaceProps, 'items' | 'align' | 'side'> {
  tenant: SelectedTenant
  tenants: readonly Pick<SelectedTenant, 'id' | 'name'>[]
}

/** The other workspaces of whoever looks, and what can be done with this one. */
export function WorkspaceMenu({ tenant, tenants, ...place }: WorkspaceMenuProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const machine = useSessionMachine()
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
  return <MenuSurface {...place} align="start" side="bottom" items={items} />
}

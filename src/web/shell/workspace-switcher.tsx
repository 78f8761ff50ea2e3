import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '#engine/engine-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { useFloatingTrigger } from '#ui/floating-trigger.ts'
import { Icon } from '#ui/icon.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useSession } from '../session/session-context.ts'
import { listTenants, tenantsKey } from '../session/tenant-calls.ts'
import { useAccent } from './use-accent.ts'
import styles from './workspace-switcher.module.css'

// Nothing of the first screen: what it holds comes with the first look at it.
const WorkspaceMenu = lazy(() =>
  import('./workspace-menu.tsx').then((module) => ({ default: module.WorkspaceMenu })),
)

/** Which workspace this is, and the way to the others. */
export function WorkspaceSwitcher({ folded = false }: { folded?: boolean }) {
  const t = useTranslate()
  const tenant = useSession(({ tenant: state }) => (state.status === 'selected' ? state.tenant : null))
  const api = useApi()
  const { data: tenants = [] } = useQuery({
    queryKey: tenantsKey,
    queryFn: () => listTenants(api),
    staleTime: 60_000,
  })
  const own = tenants.find(({ id }) => id === tenant?.id)
  useAccent(own?.accent ?? null)
  const { open, setOpen, armed, triggerProps } = useFloatingTrigger('menu')
  if (!tenant) return null
  return (
    <>
      <button
        {...triggerProps}
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
      {armed && (
        <Suspense>
          <WorkspaceMenu
            tenant={tenant}
            tenants={tenants}
            open={open}
            onOpenChange={setOpen}
            anchor={triggerProps.ref}
            labelledBy={triggerProps.id}
          />
        </Suspense>
      )}
    </>
  )
}

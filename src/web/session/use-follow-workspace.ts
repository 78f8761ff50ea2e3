import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { currentPreview } from '#engine/data/preview.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession, useSessionMachine } from './session-context.ts'
import { openWorkspace } from './session-state.ts'
import { listTenants, tenantAnswer, tenantsKey } from './tenant-calls.ts'

/**
 * Tells the session when its workspace has another name, or gives the person another role, than at the time it was
 * entered: the frame and every screen that asks for the role show it without being loaded anew.
 */
export function useFollowWorkspace(): void {
  const api = useApi()
  const machine = useSessionMachine()
  const tenant = useSession(openWorkspace)
  const { data, dataUpdatedAt } = useQuery({
    queryKey: tenantsKey,
    queryFn: () => listTenants(api),
    staleTime: 60_000,
    enabled: tenant !== null,
  })
  // A list that is older than the session's own word knows nothing newer.
  const entered = useRef<{ tenant: typeof tenant; at: number } | null>(null)
  useEffect(() => {
    if (entered.current?.tenant !== tenant) entered.current = { tenant, at: Date.now() }
    const own = data?.find(({ id }) => id === tenant?.id)
    if (!own || !tenant || dataUpdatedAt < entered.current.at || currentPreview(tenant.id) !== null) return
    if (own.name !== tenant.name || own.role !== tenant.role) machine.adoptTenant(tenantAnswer(own))
  }, [data, dataUpdatedAt, tenant, machine])
}

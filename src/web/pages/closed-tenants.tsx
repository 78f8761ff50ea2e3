import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import form from '../auth/auth-form.module.css'
import { personKey } from '../session/forget-workspace.ts'
import { tenantsKey } from '../session/tenant-calls.ts'

/** The person's closed workspaces, until they are removed; owners bring them back here. */
export function ClosedTenants() {
  const t = useTranslate()
  const api = useApi()
  const cache = useQueryClient()
  const [opening, setOpening] = useState<string | null>(null)
  const { data, refetch } = useQuery({
    queryKey: [personKey, 'closed-tenants'],
    queryFn: async () => (await api.call('GET /api/tenants/closed')).rows,
    retry: false,
  })
  const reopen = async (id: string): Promise<void> => {
    setOpening(id)
    try {
      await api.call('POST /api/tenants/{id}/reopen', { params: { id } })
      await Promise.all([refetch(), cache.invalidateQueries({ queryKey: tenantsKey })])
    } catch (error) {
      reportFailure(error)
    } finally {
      setOpening(null)
    }
  }
  return (data ?? []).map((tenant) => (
    <div key={tenant.id} className={form.notice}>
      <Notice
        tone="warning"
        title={t('{{name}} is closed', { name: tenant.name })}
        actions={
          tenant.role === 'owner' && (
            <Button size="compact" loading={opening === tenant.id} onClick={() => void reopen(tenant.id)}>
              {t('Bring back')}
            </Button>
          )
        }
      >
        {t('It is removed for good:')} <TimeText value={tenant.remove_at} />
      </Notice>
    </div>
  ))
}

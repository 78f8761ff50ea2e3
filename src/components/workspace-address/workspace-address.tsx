import { useState } from 'react'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useSubdomainCheck } from '#engine/data/use-subdomain-check.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './workspace-address.module.css'

/** The address of this workspace, checked while it is typed. */
export function WorkspaceAddress() {
  const t = useTranslate()
  const api = useApi()
  const { tenant } = useSession()
  const tenantId = tenant?.id ?? ''
  const list = useAnswer(['tenants'], async () => (await api.call('GET /api/tenants')).rows)
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const now = list.data?.find(({ id }) => id === tenantId)?.subdomain ?? ''
  const address = typed ?? now
  const changed = address !== now
  const check = useSubdomainCheck(changed ? address : null, tenantId)
  if (list.error && !list.data)
    return (
      <ErrorState
        compact
        title={t('This screen could not be read')}
        onRetry={list.refetch}
        requestId={list.error.requestId ?? undefined}
      >
        {t(list.error.message)}
      </ErrorState>
    )
  if (!list.data) return <Skeleton lines={2} />
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.call('PUT /api/tenants/{id}', {
        params: { id: tenantId },
        body: { subdomain: address === '' ? null : address },
      })
      setTyped(null)
      list.refetch()
      toast.success(t('Address saved'))
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const help = check?.free
    ? t('This address is free.')
    : t('Letters, digits and hyphens. The old one stays yours for 90 days.')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !busy && !check?.problem) void save()
      }}
    >
      <TextField
        label={t('Address')}
        value={address}
        onChange={(text) => setTyped(text.toLowerCase())}
        spellCheck={false}
        maxLength={63}
        help={help}
        error={check?.problem ? t(check.problem) : undefined}
      />
      <div>
        <Button type="submit" variant="primary" loading={busy} disabled={!changed || Boolean(check?.problem)}>
          {t('Save address')}
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './test-workspace.module.css'

/** Puts demo data into this workspace, or takes exactly that out again. */
export function DemoData() {
  const t = useTranslate()
  const api = useApi()
  const tenantId = useSession().tenant?.id ?? ''
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.parts}>
      <p className={styles.words}>
        {t('Roles, a model with its permissions and some records, to see how it all looks.')}
      </p>
      <div className={styles.actions}>
        <Button
          loading={busy}
          onClick={() =>
            void act(
              () => api.call('POST /api/dev/seed-current-tenant', { body: { tenantId } }),
              t('Demo data added'),
            )
          }
        >
          {t('Add demo data')}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={() => setRemoving(true)}>
          {t('Remove demo data')}
        </Button>
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('Remove demo data?')}
        text={t('Exactly what “Add demo data” made goes. What you made stays.')}
        confirmLabel={t('Remove demo data')}
        onConfirm={() => act(() => api.call('DELETE /api/dev/seed-demo'), t('Demo data removed'))}
      />
    </div>
  )
}

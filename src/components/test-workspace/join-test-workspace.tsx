import { useState } from 'react'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './test-workspace.module.css'

/** Joins the test workspace: nothing happens by opening the page, and the button asks once more. */
export function JoinTestWorkspace() {
  const t = useTranslate()
  const api = useApi()
  const [asking, setAsking] = useState(false)
  const join = async (): Promise<void> => {
    await api.call('POST /api/dev/join-test-tenant')
    // Role and workspace are other ones then: everything begins anew.
    globalThis.location.assign('/auth/select-tenant')
  }
  return (
    <div className={styles.parts}>
      <p className={styles.words}>
        {t(
          'Everybody of this server can work here and see what the others do. Keep nothing in it that matters.',
        )}
      </p>
      <div>
        <Button variant="primary" onClick={() => setAsking(true)}>
          {t('Join the test workspace')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          title={t('Join the test workspace?')}
          text={t('Its members see your name and your address. You can leave it at any time.')}
          confirmLabel={t('Join workspace')}
          tone="primary"
          onConfirm={join}
        />
      )}
    </div>
  )
}

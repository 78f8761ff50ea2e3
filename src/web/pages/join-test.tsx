import { JoinTestWorkspace } from '#components/test-workspace/join-test-workspace.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import form from '../auth/auth-form.module.css'
import { LoadingScreen } from '../loading-screen.tsx'
import { useSession } from '../session/session-context.ts'
import { useMeta } from '../session/use-meta.ts'
import { PlainFrame } from './plain-frame.tsx'
import { ScreenPage } from './screen-page.tsx'

/** `/join-test-tenant`: a screen like any other, but whoever has no workspace yet has no screens either. */
export function JoinTestPage() {
  const status = useSession(({ tenant }) => tenant.status)
  if (status === 'loading') return <LoadingScreen />
  return status === 'selected' ? <ScreenPage /> : <PlainPage />
}

function PlainPage() {
  const t = useTranslate()
  const meta = useMeta()
  return (
    <PlainFrame title={t('Test workspace')} lead={t('A place to try things out together.')}>
      <div className={form.notice}>
        {meta?.features.development === true && <JoinTestWorkspace />}
        {meta?.features.development === false && (
          <Notice>{t('This exists only on servers that are being developed, not here.')}</Notice>
        )}
      </div>
    </PlainFrame>
  )
}

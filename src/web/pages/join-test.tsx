import { JoinTestWorkspace } from '#components/test-workspace/join-test-workspace.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useMeta } from '../session/use-meta.ts'
import { PlainFrame } from './plain-frame.tsx'

/** `/join-test-tenant` for somebody who is in no workspace yet; with one it is a screen. */
export function JoinTestPage() {
  const t = useTranslate()
  const meta = useMeta()
  return (
    <PlainFrame title={t('Test workspace')} lead={t('A place to try things out together.')}>
      {meta?.features.development === true && <JoinTestWorkspace />}
      {meta?.features.development === false && (
        <Notice>{t('This exists only on servers that are being developed, not here.')}</Notice>
      )}
    </PlainFrame>
  )
}

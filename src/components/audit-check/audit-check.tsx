import { useState } from 'react'
import type { AuditVerdict } from '#contracts/api/audit.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'

const reasons: Record<NonNullable<AuditVerdict['broken']>['reason'], string> = {
  changed: 'Entry {{number}} was changed after it was written.',
  moved: 'Entry {{number}} does not follow the one before it.',
  missing: 'Entry {{number}} is missing.',
  cut: 'Entry {{number}} and everything after it is missing.',
}

/** A button that has the server look through the audit log, and what it found. */
export function AuditCheck() {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null)
  const { busy, act } = useAct(() => undefined)
  const check = (
    <Button
      size="compact"
      loading={busy}
      onClick={() => void act(async () => setVerdict(await api.call('GET /api/audit/verification')))}
    >
      {t('Verify')}
    </Button>
  )
  if (verdict === null)
    return (
      <Notice tone="neutral" icon="shield" actions={check}>
        {t('Each entry is chained to the one before it. Verify that none was changed or removed.')}
      </Notice>
    )
  if (verdict.broken)
    return (
      <Notice tone="danger" title={t('The audit log was tampered with')} actions={check}>
        {t(reasons[verdict.broken.reason], { number: verdict.broken.number })}
      </Notice>
    )
  return (
    <Notice tone="success" title={t('The audit log is whole')} actions={check}>
      {t('{{number}} entries. Note the last hash elsewhere to be able to prove it:', {
        number: formatNumber(verdict.entries, region),
      })}{' '}
      <code>{verdict.head?.hash.slice(0, 16)}</code>
    </Notice>
  )
}

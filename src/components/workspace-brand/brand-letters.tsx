import { useState } from 'react'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import styles from './workspace-brand.module.css'

/** What stands at the head and at the end of the workspace's offers. Offers that were issued stay as they are. */
export function BrandLetters({ id }: { id: string }) {
  const t = useTranslate()
  const api = useApi()
  const params = { id }
  const kept = useAnswer(['letterhead', id], () => api.call('GET /api/tenants/{id}/letterhead', { params }))
  const { busy, act } = useAct(() => kept.refetch())
  const [head, setHead] = useState<string | null>(null)
  const [terms, setTerms] = useState<string | null>(null)
  if (kept.error && !kept.data)
    return (
      <ErrorState
        compact
        title={t('This screen could not be read')}
        onRetry={kept.refetch}
        requestId={kept.error.requestId ?? undefined}
      >
        {t(kept.error.message)}
      </ErrorState>
    )
  if (!kept.data) return <Skeleton lines={6} />
  const now = { letterhead: kept.data.letterhead ?? '', offer_terms: kept.data.offer_terms ?? '' }
  const save = (): Promise<void> =>
    act(async () => {
      const body = { letterhead: head ?? now.letterhead, offer_terms: terms ?? now.offer_terms }
      await api.call('PUT /api/tenants/{id}', { params, body })
      setHead(null)
      setTerms(null)
      toast.success(t('Letterhead saved'))
    })
  return (
    <form
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <h2 className={styles.title}>{t('Offers')}</h2>
      <p className={styles.words}>
        {t('Printed on every offer, with the logo and the colour. Offers that were issued stay as they are.')}
      </p>
      <TextArea
        label={t('Letterhead')}
        help={t('Address and contact, line by line.')}
        value={head ?? now.letterhead}
        onChange={setHead}
        maxLength={600}
        rows={4}
      />
      <TextArea
        label={t('Terms of offers')}
        help={t('Payment, warranty and what else stands at the end.')}
        value={terms ?? now.offer_terms}
        onChange={setTerms}
        maxLength={20_000}
        rows={4}
      />
      <LeaveGuard
        when={
          !busy &&
          ((head ?? now.letterhead) !== now.letterhead || (terms ?? now.offer_terms) !== now.offer_terms)
        }
      />
      <div className={styles.row}>
        <Button type="submit" variant="primary" loading={busy} disabled={head === null && terms === null}>
          {t('Save letterhead')}
        </Button>
      </div>
    </form>
  )
}

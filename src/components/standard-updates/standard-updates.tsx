import { useState } from 'react'
import { spoken } from '#contracts/language.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { UpdateList } from './update-list.tsx'

/** Tells who manages models that the product has something new for them: looked at first, then taken in as one release. */
export function StandardUpdates() {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const [looking, setLooking] = useState(false)
  const language = useLanguage()
  const answer = useAnswer(['standard-updates'], () => api.call('GET /api/standard-models/updates'), {
    freshFor: 60_000,
  })
  const { busy, act } = useAct(() => void refresh())
  const rows = answer.data?.may_update ? answer.data.rows : []
  const keys = rows.filter(({ clashes }) => clashes.length === 0).map(({ key }) => key)
  if (answer.error && !answer.data && answer.error.status !== 403)
    return (
      <ErrorState compact title={t('What is new could not be read')} onRetry={answer.refetch}>
        {t(answer.error.message)}
      </ErrorState>
    )
  if (rows.length === 0) return null
  const update = async (): Promise<void> => {
    await api.call('POST /api/standard-models/updates', { body: { keys, language: spoken(language) } })
    setLooking(false)
    toast.success(t('Models updated'))
  }
  return (
    <>
      <Notice
        icon="package"
        title={t('The product has something new for {{count}} models', { count: rows.length })}
        actions={
          <Button size="compact" onClick={() => setLooking(true)}>
            {t('See what is new')}
          </Button>
        }
      >
        {t('Until they are updated, screens may lack fields that they could show.')}
      </Notice>
      <Dialog
        open={looking}
        onOpenChange={setLooking}
        title={t('New for your models')}
        description={t('Records keep their values, and what you named or added stays as it is.')}
        footer={
          <>
            <Button onClick={() => setLooking(false)}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              loading={busy}
              disabled={keys.length === 0}
              onClick={() => void act(update)}
            >
              {t('Update {{count}} models', { count: keys.length })}
            </Button>
          </>
        }
      >
        <UpdateList rows={rows} />
      </Dialog>
    </>
  )
}

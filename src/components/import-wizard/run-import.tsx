import { useEffect, useEffectEvent, useState } from 'react'
import type { ImportState } from '#contracts/api/imports.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatNumber } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { useRegion } from '#ui/region.ts'
import { toast } from '#ui/toasts/toast.ts'
import { reasonWords } from '../workflow-run/reason-words.ts'
import { useTranslate } from '#ui/translate.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import { WizardFrame } from '../wizard/wizard-frame.tsx'
import { ImportConflicts } from './import-conflicts.tsx'
import { CancelImport, ImportPace } from './import-pace.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { StoppedImport } from './stopped-import.tsx'
import type { ImportFlow } from './use-import.ts'

/** Milliseconds between two looks at a running import. */
const lookEvery = 700

interface RunImportProps {
  steps: readonly string[]
  flow: ImportFlow
  onFinished: (state: ImportState) => void
}

/** How far it is, and what came of it: open the screen, see what was refused, or take it all back. */
export function RunImport({ steps, flow, onFinished }: RunImportProps) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const refresh = useRefreshEverything()
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState(false)
  const id = flow.step === 'run' ? flow.id : ''
  const answer = useAnswer(['import', id], () => api.call('GET /api/imports/{id}', { params: { id } }), {
    enabled: id !== '',
    freshFor: 0,
    ...(!ended && { every: lookEvery }),
  })
  const state = answer.data
  const status = state?.status
  const finish = useEffectEvent((done: ImportState) => {
    void refresh()
    if (done.status === 'done') onFinished(done)
  })
  const running = status === 'running' || status === 'staged' || status === undefined
  // One that goes on after it was stopped is followed again.
  if (ended === running) setEnded(!running)
  useEffect(() => {
    if (state && !running) finish(state)
    // Tells of the end, once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status])

  if (answer.error && !state) {
    return (
      <WizardFrame steps={steps} at={2} title={t('Importing')}>
        <ErrorState
          compact
          title={t('The import could not be followed')}
          onRetry={answer.refetch}
          requestId={answer.error.requestId ?? undefined}
        >
          {t('It goes on without this page.')}
        </ErrorState>
      </WizardFrame>
    )
  }
  if (!state || running) {
    return (
      <WizardFrame
        steps={steps}
        at={2}
        title={t('Importing')}
        text={t(
          'You may leave this page; it goes on without it. You find it again under Imports and exports.',
        )}
        actions={state && <CancelImport state={state} onAsked={answer.refetch} />}
      >
        <Progress label={t('Rows')} done={state?.done ?? 0} total={state?.rows ?? 0} />
        {state && <ImportPace state={state} />}
      </WizardFrame>
    )
  }
  // Into a model that was there: its records, wherever its own screens are.
  const screen = safeUrl(
    state.routes[0] ?? (state.model === null ? undefined : `/objects?model=${state.model}`),
  )
  const created = formatNumber(state.created, region)
  const updated = formatNumber(state.updated, region)
  const undo = async (): Promise<void> => {
    try {
      await api.call('POST /api/imports/{id}/undo', { params: { id } })
      toast.success(t('Import taken back'))
    } catch (error) {
      reportFailure(error)
      throw error
    }
    answer.refetch()
  }
  if (status === 'undone') {
    return (
      <WizardFrame
        steps={steps}
        at={2}
        title={t('Taken back')}
        text={t('Records, screens and navigation are as they were before.')}
        actions={<Button onClick={flow.restart}>{t('Import another file')}</Button>}
      >
        {null}
      </WizardFrame>
    )
  }
  if ((status === 'failed' || status === 'cancelled') && state.created + state.updated > 0)
    return <StoppedImport steps={steps} state={state} onChanged={answer.refetch} onUndo={undo} />
  if (status === 'failed' || status === 'cancelled') {
    return (
      <WizardFrame
        steps={steps}
        at={2}
        title={t(status === 'cancelled' ? 'The import was cancelled' : 'Nothing was imported')}
        text={
          state.rejected_count > 0
            ? t('{{number}} rows have a mistake. Put them right in the file, or leave them out.', {
                number: formatNumber(state.rejected_count, region),
                count: state.rejected_count,
              })
            : status === 'cancelled'
              ? t('Nothing of it was kept.')
              : state.error === null
                ? t('Something went wrong. Nothing was saved.')
                : reasonWords(state, t)
        }
        actions={
          <>
            <Button icon="chevron-left" onClick={flow.back}>
              {t('Back to the columns')}
            </Button>
            <Button variant="ghost" onClick={flow.restart}>
              {t('Another file')}
            </Button>
          </>
        }
      >
        {state.rejected_count > 0 && <RejectedRows state={state} />}
      </WizardFrame>
    )
  }
  return (
    <WizardFrame
      steps={steps}
      at={3}
      title={t('Done')}
      text={
        state.updated > 0
          ? t('Records: {{created}} added, {{updated}} changed.', { created, updated })
          : t('{{created}} records added.', { created, count: state.created })
      }
      actions={
        <>
          {screen && (
            <Link href={screen} className={buttonClass({ variant: 'primary' })}>
              <Icon name="table" />
              <span>{t(state.routes.length > 0 ? 'Open the screen' : 'Open records')}</span>
            </Link>
          )}
          <Button onClick={flow.restart}>{t('Import another file')}</Button>
          <Button variant="ghost" icon="undo" onClick={() => setAsking(true)}>
            {t('Take it back')}
          </Button>
        </>
      }
    >
      {state.conflicts > 0 && <ImportConflicts state={state} onDecided={answer.refetch} />}
      {state.rejected_count > state.conflicts && (
        <Notice
          tone="warning"
          title={t('{{number}} rows were left out', {
            number: formatNumber(state.rejected_count - state.conflicts, region),
            count: state.rejected_count - state.conflicts,
          })}
        >
          <RejectedRows state={state} />
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Take this import back?')}
        text={t('Everything it made goes: records, the list, its screens and its place in the navigation.')}
        consequences={[{ count: created, label: state.created === 1 ? t('record') : t('records') }]}
        confirmLabel={t('Take it back')}
        onConfirm={undo}
      />
    </WizardFrame>
  )
}

import type { ImportState } from '#contracts/api/imports.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { reasonWords } from '../workflow-run/reason-words.ts'
import { useTranslate } from '#ui/translate.ts'
import { WizardFrame } from '../wizard/wizard-frame.tsx'
import { RejectedRows } from './rejected-rows.tsx'

interface StoppedImportProps {
  steps: readonly string[]
  state: ImportState
  onChanged: () => void
  onUndo: () => Promise<void>
}

/** An import that stopped in the middle and kept what it had: go on with it, or take it back. */
export function StoppedImport({ steps, state, onChanged, onUndo }: StoppedImportProps) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const { busy, act } = useAct(onChanged)
  return (
    <WizardFrame
      steps={steps}
      at={2}
      title={t(state.status === 'cancelled' ? 'The import was cancelled' : 'The import stopped')}
      text={t('{{done}} of {{rows}} rows were dealt with, and what was imported is kept.', {
        done: formatNumber(state.done, region),
        rows: formatNumber(state.rows, region),
      })}
      actions={
        <>
          <Button
            variant="primary"
            icon="play"
            loading={busy}
            onClick={() =>
              void act(() => api.call('POST /api/imports/{id}/retry', { params: { id: state.id } }))
            }
          >
            {t('Go on with the import')}
          </Button>
          <Button variant="ghost" icon="undo" loading={busy} onClick={() => void act(onUndo)}>
            {t('Take it back')}
          </Button>
        </>
      }
    >
      {state.error !== null && <p>{reasonWords(state, t)}</p>}
      {state.rejected_count > 0 && <RejectedRows state={state} />}
    </WizardFrame>
  )
}

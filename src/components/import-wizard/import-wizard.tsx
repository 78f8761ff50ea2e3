import { useTranslate } from '#ui/translate.ts'
import { WizardFrame } from '../wizard/wizard-frame.tsx'
import type { ViewProps } from '../view-props.ts'
import type { importWizard } from './import-wizard.definition.ts'
import { ChooseFile } from './choose-file.tsx'
import { MapColumns } from './map-columns.tsx'
import { RunImport } from './run-import.tsx'
import { useImport } from './use-import.ts'

/** From a file to a working screen. */
export function ImportWizard({ props, emit }: ViewProps<typeof importWizard>) {
  const t = useTranslate()
  const flow = useImport(props.model ?? null, props.staged ?? null)
  const steps = [t('File'), t('Columns'), t('Import')]
  if (flow.step === 'file') {
    return (
      <WizardFrame
        steps={steps}
        at={0}
        title={t('Which file?')}
        text={t(
          'A price list, a customer list, a catalogue: what you have in Excel becomes a screen you can search, sort and change.',
        )}
      >
        <ChooseFile onFile={flow.stage} reading={flow.reading} problem={flow.problem} />
      </WizardFrame>
    )
  }
  if (flow.step === 'columns') return <MapColumns steps={steps} flow={flow} />
  return (
    <RunImport
      steps={steps}
      flow={flow}
      onFinished={(state) =>
        void emit('finished', { model: state.model, routes: state.routes, created: state.created })
      }
    />
  )
}

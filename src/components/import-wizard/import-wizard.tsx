import { useState } from 'react'
import type { StagedImport } from '#contracts/api/imports.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ViewProps } from '../view-props.ts'
import { ChooseFile } from './choose-file.tsx'
import type { importWizard } from './import-wizard.definition.ts'
import { MapColumns } from './map-columns.tsx'
import { RunImport } from './run-import.tsx'
import type { ImportRun } from '#contracts/api/imports.ts'

type Step =
  | { at: 'file' }
  | { at: 'map'; staged: StagedImport }
  | { at: 'run'; staged: StagedImport; run: ImportRun }

/** From a file to a screen: choose it, see what its columns hold, import, open the result or take it back. */
export function ImportWizard({ props, emit, has }: ViewProps<typeof importWizard>) {
  const into = props.model ?? null
  const model = useModel(into)
  const [step, setStep] = useState<Step>({ at: 'file' })
  if (into && !model.data && !model.error) return <Skeleton lines={6} />
  if (step.at === 'file') {
    return (
      <ChooseFile
        onStaged={(staged) => setStep({ at: 'map', staged })}
        {...(has('cancelled') && { onCancel: () => void emit('cancelled') })}
      />
    )
  }
  if (step.at === 'map') {
    return (
      <MapColumns
        key={step.staged.id}
        staged={step.staged}
        model={model.data ?? null}
        onBack={() => setStep({ at: 'file' })}
        onRun={(run) => setStep({ at: 'run', staged: step.staged, run })}
      />
    )
  }
  return (
    <RunImport
      staged={step.staged}
      run={step.run}
      onDone={(state) =>
        void emit('finished', { model: state.model, routes: state.routes, created: state.created })
      }
      onChange={() => setStep({ at: 'map', staged: step.staged })}
      onAgain={() => setStep({ at: 'file' })}
    />
  )
}

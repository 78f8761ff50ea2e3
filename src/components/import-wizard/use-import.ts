import { useState } from 'react'
import type { StagedImport } from '#contracts/api/imports.ts'
import { spoken } from '#contracts/language.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { currentRegion } from '#ui/region.ts'
import { currentLanguage, t } from '#ui/translate.ts'
import { firstPlan, toRun, type ImportPlan } from './import-plan.ts'

/** Bytes, as the server takes them. */
const largestText = 1024 * 1024 * 1024
const largestWorkbook = 100 * 1024 * 1024
const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name)

/** `file` is null where only the server has it: another of its sheets cannot be chosen then. */
type Flow =
  | { step: 'file' }
  | { step: 'columns'; file: File | null; staged: StagedImport; plan: ImportPlan }
  | { step: 'run'; id: string; staged: StagedImport; plan: ImportPlan; file: File | null }

export type ImportFlow = Flow & {
  reading: boolean
  problem: string | null
  /** Sends a file to be looked at; a workbook may name one of its sheets. */
  stage(file: File, sheet?: string): Promise<void>
  setPlan(plan: ImportPlan): void
  run(): Promise<void>
  back(): void
  restart(): void
}

/** The way of an import: choose a file, or go on with one that was uploaded; look at its columns, run. */
export function useImport(model: string | null, left: string | null): ImportFlow {
  const api = useApi()
  const [flow, setFlow] = useState<Flow>({ step: 'file' })
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setReading(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const [found] = problemsOf(error)
      setProblem(
        found
          ? found.message
          : error instanceof ApiError
            ? t(error.message)
            : t('The file could not be read.'),
      )
    } finally {
      setReading(false)
    }
  }
  const uploaded = useAnswer(
    ['import', left, 'staged'],
    () => api.call('GET /api/imports/{id}/staged', { params: { id: left ?? '' } }),
    { enabled: left !== null },
  )
  const [taken, setTaken] = useState(false)
  if (uploaded.data && !taken) {
    setTaken(true)
    setFlow({ step: 'columns', file: null, staged: uploaded.data, plan: firstPlan(uploaded.data, model) })
  }
  return {
    ...flow,
    reading: reading || uploaded.isPending,
    problem: problem ?? (uploaded.error && t(uploaded.error.message)),
    stage: (file, sheet) =>
      attempt(async () => {
        if (file.size > (isWorkbook(file) ? largestWorkbook : largestText))
          return setProblem(
            t(
              isWorkbook(file)
                ? 'Larger than 100 MB. Save it as CSV, or in several parts.'
                : 'Larger than 1 GB. Import it in several parts.',
            ),
          )
        const staged = await api.call('POST /api/imports', {
          search: { name: file.name, ...(sheet !== undefined && { sheet }) },
          bytes: file,
        })
        setFlow({ step: 'columns', file, staged, plan: firstPlan(staged, model) })
      }),
    setPlan(plan) {
      if (flow.step === 'columns') setFlow({ ...flow, plan })
    },
    run: () =>
      attempt(async () => {
        if (flow.step !== 'columns') return
        const { staged, plan, file } = flow
        const { id } = await api.call('POST /api/imports/{id}/run', {
          params: { id: staged.id },
          body: toRun(plan, staged, { language: spoken(currentLanguage()), zone: currentRegion().timeZone }),
        })
        setFlow({ step: 'run', id, staged, plan, file })
      }),
    back() {
      setProblem(null)
      if (flow.step === 'run')
        setFlow({ step: 'columns', staged: flow.staged, plan: flow.plan, file: flow.file })
      else setFlow({ step: 'file' })
    },
    restart() {
      setProblem(null)
      setFlow({ step: 'file' })
    },
  }
}

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Json } from '#base/json.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { ChooseFile } from '../import-wizard/choose-file.tsx'
import type { ViewProps } from '../view-props.ts'
import type { commandImport } from './command-import.definition.ts'
import styles from './command-import.module.css'
import { ImportOutlook } from './import-outlook.tsx'
import { outlookSchema, type Outlook } from './outlook.ts'

interface Looked {
  file: string
  outlook: Outlook
}

/** A file, what it would change, and then the change itself. */
export function CommandImport({ props, emit }: ViewProps<typeof commandImport>) {
  const { preview, run, input, text, done } = props
  const t = useTranslate()
  const api = useApi()
  const navigate = useNavigate()
  const refresh = useRefreshEverything()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [looked, setLooked] = useState<Looked | null>(null)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const [first] = problemsOf(error)
      setProblem(
        first?.message ?? t(error instanceof ApiError ? error.message : 'The file could not be read.'),
      )
    } finally {
      setBusy(false)
    }
  }

  const command = async (name: string, more: Record<string, Json>): Promise<Outlook> => {
    const { result } = await api.call('POST /api/commands/{name}', {
      params: { name },
      body: { ...input, ...more },
    })
    return outlookSchema.parse(result)
  }
  const look = (file: File): Promise<void> =>
    attempt(async () => {
      const staged = await api.call('POST /api/imports', { search: { name: file.name }, bytes: file })
      setLooked({ file: staged.id, outlook: await command(preview, { import: staged.id }) })
    })
  const write = (leaveOut: boolean): Promise<void> =>
    attempt(async () => {
      if (!looked) return
      await command(run, { import: looked.file, ...(leaveOut && { leave_out: true }) })
      toast.success(t('The file is imported'))
      emit('imported')
      await refresh()
      if (done !== undefined) void navigate(done)
    })

  if (looked === null)
    return (
      <div className={styles.stack}>
        {text && <p className={styles.quiet}>{text}</p>}
        <ChooseFile onFile={look} reading={busy} problem={problem} />
      </div>
    )
  return (
    <ImportOutlook
      outlook={looked.outlook}
      busy={busy}
      problem={problem}
      onRun={(leaveOut) => void write(leaveOut)}
      onBack={() => setLooked(null)}
    />
  )
}

import { useState } from 'react'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ChooseFile } from '../import-wizard/choose-file.tsx'
import type { ViewProps } from '../view-props.ts'
import type { fileCommand } from './file-command.definition.ts'
import styles from './file-command.module.css'

/** A file that a command does something with. A refusal says what is wrong with the file, and another one can be chosen. */
export function FileCommand({ props, emit }: ViewProps<typeof fileCommand>) {
  const { run, input, text, takes, file_key } = props
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(file: File): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const kept = await api.call('POST /api/files', { search: { name: file.name }, bytes: file })
      const { result } = await api.call('POST /api/commands/{name}', {
        params: { name: run },
        body: { ...input, [file_key]: kept.id },
      })
      await refresh()
      emit('done', { result })
    } catch (error) {
      const [first] = problemsOf(error)
      setProblem(
        first?.message ?? t(error instanceof ApiError ? error.message : 'The file could not be read.'),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.stack}>
      {text && <p className={styles.quiet}>{text}</p>}
      <ChooseFile onFile={take} reading={busy} problem={problem} takes={takes ?? ''} />
    </div>
  )
}

import { useState } from 'react'
import type { Json } from '#base/json.ts'
import { ApiError, problemsOf, type ApiProblem } from '#engine/data/api-error.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import styles from './paste-rows.module.css'

interface RunRowsProps {
  run: { command: string; input: Record<string, Json>; label: string }
  /** Null while there is none or one cannot be read. */
  rows: Record<string, string>[] | null
  onDone: () => void
}

interface Refusal {
  rows: RunRowsProps['rows']
  message: string
  problems: ApiProblem[]
}

/** The button that gives the rows to a command, and what the command says is wrong with them. */
export function RunRows({ run, rows, onDone }: RunRowsProps) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  async function give(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      await api.call('POST /api/commands/{name}', {
        params: { name: run.command },
        body: { ...run.input, rows },
      })
      await refresh()
      onDone()
    } catch (error) {
      const message = error instanceof ApiError ? error.message : 'Something went wrong.'
      setRefusal({ rows, message, problems: problemsOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {refusal?.rows === rows && refusal && (
        <Notice tone="danger" title={t(refusal.message)}>
          {refusal.problems.length > 0 && (
            <ul className={styles.problems}>
              {refusal.problems.map((problem, index) => (
                <li key={index}>{problemText(problem, t)}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div>
        <Button
          variant="primary"
          icon="plus"
          disabled={rows === null}
          loading={busy}
          onClick={() => void give()}
        >
          {run.label}
        </Button>
      </div>
    </>
  )
}

function problemText({ path, message: problem }: ApiProblem, t: Translate): string {
  const row = /(?:^|\.)rows\.(\d+)(?:\.|$)/.exec(path)?.[1]
  return row === undefined ? problem : t('Row {{row}}: {{problem}}', { row: Number(row) + 1, problem })
}

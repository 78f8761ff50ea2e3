import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportRun, ImportState, StagedImport } from '#contracts/api/imports.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'
import { RejectedRows } from './rejected-rows.tsx'

const lookEvery = 400

interface RunImportProps {
  staged: StagedImport
  run: ImportRun
  onDone(state: ImportState): void
  onChange(): void
  onAgain(): void
}

/** The last step: how far it is, what was refused and why, where the result is, and the way back. */
export function RunImport({ staged, run, onDone, onChange, onAgain }: RunImportProps) {
  const t = useTranslate()
  const api = useApi()
  const region = useRegion()
  const cache = useQueryClient()
  const { state, problem, setState, setProblem } = useImport(staged.id, run, onDone)
  const [undoing, setUndoing] = useState(false)
  const number = (value: number): string => formatNumber(value, region)

  const undo = async (): Promise<void> => {
    setUndoing(true)
    try {
      setState(await api.call('POST /api/imports/{id}/undo', { params: { id: staged.id } }))
      await cache.invalidateQueries()
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setProblem(caught)
    } finally {
      setUndoing(false)
    }
  }
  const again = (
    <Button variant="ghost" onClick={onAgain}>
      {t('Import another file')}
    </Button>
  )
  if (problem || state?.status === 'failed') {
    return (
      <div className={styles.step} aria-live="polite">
        <Notice tone="danger" title={t('Nothing was imported')}>
          {t(problem?.message ?? state?.error ?? 'The import stopped. Please try it again.')}
        </Notice>
        {state && <RejectedRows state={state} />}
        <div className={styles.buttons}>
          {again}
          <Button variant="primary" onClick={onChange}>
            {t('Change the columns')}
          </Button>
        </div>
      </div>
    )
  }
  if (state?.status === 'undone') {
    return (
      <div className={styles.step} aria-live="polite">
        <Notice tone="info" title={t('Taken back')}>
          {t('The records, and what was made for them, are gone.')}
        </Notice>
        <div className={styles.buttons}>{again}</div>
      </div>
    )
  }
  if (state?.status !== 'done') {
    return (
      <div className={styles.step}>
        <Progress
          label={t('Importing {{name}}', { name: staged.name })}
          done={state?.done ?? 0}
          total={staged.rows}
        />
      </div>
    )
  }
  const [screen] = state.routes
  return (
    <div className={styles.step} aria-live="polite">
      <Notice
        tone="success"
        title={t('{{count}} records imported', { count: state.created + state.updated })}
      >
        {t('{{created}} added, {{updated}} changed, {{rejected}} left out.', {
          created: number(state.created),
          updated: number(state.updated),
          rejected: number(state.rejected_count),
        })}
      </Notice>
      <RejectedRows state={state} />
      <div className={styles.buttons}>
        {again}
        <Button icon="undo" loading={undoing} onClick={() => void undo()}>
          {t('Take it back')}
        </Button>
        {screen && (
          <Link href={screen} className={buttonClass({ variant: 'primary' })}>
            {t('Open the screen')}
          </Link>
        )}
      </div>
    </div>
  )
}

/** Starts the import once and follows it to its end. */
function useImport(id: string, run: ImportRun, onDone: (state: ImportState) => void) {
  const api = useApi()
  const cache = useQueryClient()
  const [state, setState] = useState<ImportState | null>(null)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const started = useRef(false)
  const tell = useRef(onDone)
  useEffect(() => {
    tell.current = onDone
  })
  useEffect(() => {
    // Once, also where effects run twice in development; a reload finds the import staged and begins with the file again.
    if (started.current) return
    started.current = true
    const follow = async (): Promise<void> => {
      try {
        await api.call('POST /api/imports/{id}/run', { params: { id }, body: run })
        for (;;) {
          const now = await api.call('GET /api/imports/{id}', { params: { id } })
          setState(now)
          if (now.status !== 'running' && now.status !== 'staged') {
            await cache.invalidateQueries()
            if (now.status === 'done') tell.current(now)
            return
          }
          await new Promise((resolve) => setTimeout(resolve, lookEvery))
        }
      } catch (caught) {
        if (!(caught instanceof ApiError)) throw caught
        setProblem(caught)
      }
    }
    void follow()
  }, [api, cache, id, run])
  return { state, problem, setState, setProblem }
}

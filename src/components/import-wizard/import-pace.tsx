import { useState } from 'react'
import type { ImportState } from '#contracts/api/imports.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

/** Rows a second, and what was wrong so far. */
export function ImportPace({ state }: { state: ImportState }) {
  const t = useTranslate()
  const region = useRegion()
  const parts = [
    ...(state.rows_per_second
      ? [t('{{number}} rows a second', { number: formatNumber(state.rows_per_second, region) })]
      : []),
    ...(state.rejected_count > 0
      ? [t('{{number}} left out', { number: formatNumber(state.rejected_count, region) })]
      : []),
  ]
  return <span className={styles.faint}>{parts.join(' · ')}</span>
}

/** Asks the import to stop after the rows it is at. */
export function CancelImport({ state, onAsked }: { state: ImportState; onAsked: () => void }) {
  const t = useTranslate()
  const api = useApi()
  const [asking, setAsking] = useState(false)
  const cancel = async (): Promise<void> => {
    setAsking(true)
    try {
      await api.call('POST /api/imports/{id}/cancel', { params: { id: state.id } })
    } catch (error) {
      reportFailure(error)
    } finally {
      setAsking(false)
      onAsked()
    }
  }
  return (
    <Button icon="stop" loading={asking || state.cancelling} onClick={() => void cancel()}>
      {t('Cancel import')}
    </Button>
  )
}

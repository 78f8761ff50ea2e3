import { useId, useRef, useState, type DragEvent } from 'react'
import type { StagedImport } from '#contracts/api/imports.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

const accepted = '.csv,.tsv,.txt,.xlsx,.json'

interface ChooseFileProps {
  onStaged(staged: StagedImport): void
  onCancel?: () => void
}

/** The first step: drop a file or choose one; it is read at once, nothing is written yet. */
export function ChooseFile({ onStaged, onCancel }: ChooseFileProps) {
  const t = useTranslate()
  const api = useApi()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setReading(file.name)
    setProblem(null)
    try {
      onStaged(await api.call('POST /api/imports', { search: { name: file.name }, bytes: file }))
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setProblem(caught.message)
    } finally {
      setReading(null)
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  return (
    <div className={styles.step}>
      {problem && (
        <Notice tone="danger" title={t('This file could not be read')}>
          {t(problem)}
        </Notice>
      )}
      <div
        className={classes(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {reading === null ? (
          <>
            <Icon name="upload" size={24} />
            <p className={styles.lead}>{t('Drop a file here')}</p>
            <p className={styles.quiet}>
              {t('CSV, TSV, Excel (.xlsx) or JSON, up to 25 MB. The first row holds the column names.')}
            </p>
            <Button variant="primary" icon="file" onClick={() => chooser.current?.click()}>
              {t('Choose a file')}
            </Button>
            <label htmlFor={id} className={styles.hidden}>
              {t('File to import')}
            </label>
            <input
              ref={chooser}
              id={id}
              className={styles.hidden}
              type="file"
              accept={accepted}
              tabIndex={-1}
              onChange={(event) => void read(event.target.files?.[0])}
            />
          </>
        ) : (
          <Progress label={t('Reading {{name}}', { name: reading })} />
        )}
      </div>
      {onCancel && (
        <div className={styles.buttons}>
          <Button variant="ghost" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

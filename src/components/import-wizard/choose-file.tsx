import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

interface ChooseFileProps {
  onFile: (file: File) => Promise<void>
  reading: boolean
  problem: string | null
  /** Which files it takes, in words; tables unless told. */
  takes?: string
}

/** Takes one file, by drop or by choice. */
export function ChooseFile({ onFile, reading, problem, takes }: ChooseFileProps) {
  const t = useTranslate()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file) void onFile(file)
  }
  return (
    <div className={styles.choose}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the button is the first */}
      <div
        className={classes(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        {reading ? (
          <output className={styles.reading}>
            <Spinner size={20} /> {t('Reading the file …')}
          </output>
        ) : (
          <>
            <Icon name="spreadsheet" size={24} />
            <strong>{t('Drop a file here')}</strong>
            <Button variant="primary" icon="upload" onClick={() => chooser.current?.click()}>
              {t('Choose a file')}
            </Button>
            <span className={styles.faint}>
              {takes ?? t('CSV or JSON up to 1 GB, Excel up to 100 MB. Nothing is saved until you say so.')}
            </span>
          </>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t('File to import')}
          accept={takes === undefined ? '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.bc3' : undefined}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </div>
    </div>
  )
}

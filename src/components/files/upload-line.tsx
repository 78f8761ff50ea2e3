import type { Sending } from '#engine/data/send-in-pieces.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './file-box.module.css'
import { fileSize } from './stored-files.ts'
import type { Upload } from './use-uploads.ts'

interface UploadLineProps {
  upload: Upload
  /** Absent for small files: they are there before anybody could stop them. */
  sending: Sending | undefined
  /** Files of this choice that have arrived, and all of them. */
  done: number
  total: number
}

/** A file on its way: how far it is, and how to stop it, go on and give it up. */
export function UploadLine({ upload, sending, done, total }: UploadLineProps) {
  const t = useTranslate()
  const { locale } = useRegion()
  const { name, size, sent, state } = upload
  const label = state === 'paused' ? t('{{name}} is paused', { name }) : t('Uploading {{name}}', { name })
  return (
    <div className={styles.progress}>
      {sent === null ? (
        <Progress label={label} done={done} total={total} />
      ) : (
        <Progress
          label={label}
          done={sent}
          total={size}
          words={t('{{done}} of {{total}}', { done: fileSize(sent, locale), total: fileSize(size, locale) })}
        />
      )}
      {sending && (
        <div className={styles.add}>
          {state === 'sending' ? (
            <Button size="compact" onClick={() => sending.pause()}>
              {t('Pause')}
            </Button>
          ) : (
            <Button size="compact" onClick={() => sending.resume()}>
              {t('Go on')}
            </Button>
          )}
          <Button size="compact" variant="ghost" onClick={() => sending.cancel()}>
            {t('Cancel upload')}
          </Button>
        </div>
      )}
      {state === 'lost' && (
        <output className={styles.problem}>
          <Icon name="alert" />
          <span>{t('The connection is lost. The upload goes on by itself when it is back.')}</span>
        </output>
      )}
    </div>
  )
}

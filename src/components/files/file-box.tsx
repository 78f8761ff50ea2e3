import { useRef, useState, type DragEvent } from 'react'
import type { StoredFile } from '#contracts/api/files.ts'
import { isKept } from '#engine/data/kept-file.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { download } from './download.ts'
import styles from './file-box.module.css'
import { fileSize } from './stored-files.ts'
import { StoredPicture } from './stored-picture.tsx'
import { UploadLine } from './upload-line.tsx'
import { useUploads } from './use-uploads.ts'

interface FileBoxProps {
  /** Names the box for screen readers. */
  label: string
  files: readonly StoredFile[]
  /** Gets the whole new list. Absent: files are only shown and downloaded. */
  onChange?: ((files: StoredFile[]) => void | Promise<void>) | undefined
  /** Only pictures are offered. */
  pictures?: boolean
  /** Keeps on this device what no connection takes. */
  keep?: ((file: File) => Promise<StoredFile>) | undefined
  id?: string | undefined
}

/** Files with add (by choice, drop or paste), download and remove. */
export function FileBox({ label, files, onChange, pictures = false, keep, id }: FileBoxProps) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { uploads, done, total, add, dismiss, sending } = useUploads(
    (stored) => onChange?.([...files, ...stored]),
    keep,
  )
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void add(event.dataTransfer.files)
  }
  const get = (file: StoredFile): void => {
    download(
      api,
      'GET /api/files/{id}',
      { params: { id: file.id }, search: { download: '1' } },
      file.name,
    ).catch(reportFailure)
  }
  const current = uploads.find((upload) => upload.problem === null)

  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-label={label}
      className={classes(styles.box, over && styles.over)}
      {...(onChange && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: drop,
      })}
    >
      {files.length > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.id} className={styles.file}>
              {file.type?.startsWith('image/') ? (
                <StoredPicture id={file.id} alt="" kept={isKept(file)} className={styles.thumb} />
              ) : (
                <span className={styles.sign}>
                  <Icon name="file" />
                </span>
              )}
              {isKept(file) ? (
                <span className={styles.name}>{file.name}</span>
              ) : (
                <button type="button" className={styles.name} onClick={() => get(file)}>
                  {file.name}
                </button>
              )}
              {isKept(file) && <span className={styles.size}>{t('Waits on this device')}</span>}
              <span className={styles.size}>
                {Number.isFinite(file.size) && fileSize(file.size, region.locale)}
              </span>
              {!isKept(file) && (
                <IconButton
                  icon="download"
                  size="compact"
                  label={t('Download {{name}}', { name: file.name })}
                  onClick={() => get(file)}
                />
              )}
              {onChange && (
                <IconButton
                  icon="trash"
                  size="compact"
                  label={t('Remove {{name}}', { name: file.name })}
                  onClick={() => void onChange(files.filter((other) => other.id !== file.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {current && <UploadLine upload={current} sending={sending(current.key)} done={done} total={total} />}
      {uploads
        .filter((upload) => upload.problem !== null)
        .map((upload) => (
          <p key={upload.key} role="alert" className={styles.problem}>
            <Icon name="error" />
            <span>
              {upload.name}: {upload.problem}
            </span>
            <IconButton icon="x" size="compact" label={t('Dismiss')} onClick={() => dismiss(upload.key)} />
          </p>
        ))}
      {onChange && (
        <div className={styles.add}>
          <Button size="compact" icon="upload" onClick={() => chooser.current?.click()}>
            {pictures ? t('Add pictures') : t('Add files')}
          </Button>
          {pictures && (
            <span className={styles.camera}>
              <Button size="compact" icon="image" onClick={() => camera.current?.click()}>
                {t('Take a photo')}
              </Button>
              {/* With more than one kind of picture some phones offer their files instead of the camera. */}
              <input
                ref={camera}
                type="file"
                hidden
                aria-label={t('Take a photo')}
                accept="image/jpeg"
                capture="environment"
                onChange={(event) => {
                  void add(event.target.files ?? [])
                  event.target.value = ''
                }}
              />
            </span>
          )}
          <span className={styles.hint}>
            {pictures
              ? t('or drop them here, up to 25 MB each')
              : t('or drop them here, up to 25 MB each, IFC files up to 500 MB')}
          </span>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={label}
            accept={pictures ? 'image/png,image/jpeg,image/webp,image/gif,image/avif' : undefined}
            onChange={(event) => {
              void add(event.target.files ?? [])
              event.target.value = ''
            }}
          />
        </div>
      )}
      {!onChange && files.length === 0 && <span className={styles.hint}>{t('No files')}</span>}
    </fieldset>
  )
}

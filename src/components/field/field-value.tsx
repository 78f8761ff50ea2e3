import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FileBox } from '../files/file-box.tsx'
import { StoredPicture } from '../files/stored-picture.tsx'
import { storedFiles } from '../files/stored-files.ts'
import { viewOfField } from './view-of-field.tsx'
import type { CellProps } from './cells.tsx'
import styles from './cells.module.css'
import { isEmptyValue } from './field-traits.ts'

const MarkdownText = lazy(() =>
  import('../markdown/markdown-text.tsx').then((module) => ({ default: module.MarkdownText })),
)

/** A value where there is room for it: rich text is set, pictures are shown, nothing is a muted dash. */
export function FieldValue({ value, field, row }: CellProps) {
  const t = useTranslate()
  if (isEmptyValue(value) && !field.pending)
    return (
      <span className={styles.faint} aria-label={t('Nothing')}>
        –
      </span>
    )
  if (field.type === 'markdown' && typeof value === 'string') {
    return (
      <Suspense fallback={<Skeleton lines={3} />}>
        <MarkdownText text={value} />
      </Suspense>
    )
  }
  if (field.type === 'file') return <FileBox label={field.label} files={storedFiles(value)} />
  if (field.type === 'image') {
    return (
      <span className={styles.gallery}>
        {storedFiles(value).map((file) => (
          <StoredPicture key={file.id} id={file.id} alt={file.name} className={styles.picture} />
        ))}
      </span>
    )
  }
  const { cell: Cell } = viewOfField(field)
  return <Cell value={value} field={field} row={row} />
}

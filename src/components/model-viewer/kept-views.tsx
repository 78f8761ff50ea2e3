import { useQuery } from '#engine/data/use-query.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { StoredPicture } from '../files/stored-picture.tsx'
import { storedFiles } from '../files/stored-files.ts'
import { textOf } from '../props/text-of.ts'
import styles from './model-viewer.module.css'
import type { ViewsPlace } from './viewer-viewpoints.tsx'
import { isViewpoint, type Viewpoint } from './viewpoint.ts'

/** Bytes of the largest picture the list fetches: those of other programs can be as large as a screen. */
const largestShown = 500_000

/** The views that are kept, the newest first, each with its picture. */
export function KeptViews({ place, onOpen }: { place: ViewsPlace; onOpen: (view: Viewpoint) => void }) {
  const t = useTranslate()
  const { model, name, view, picture, of, record } = place
  const views = useQuery(
    record
      ? {
          model,
          where: { field: of, op: 'eq', value: record },
          fields: [name, view, ...(picture === undefined ? [] : [picture])],
          sort: [{ field: 'created_at', dir: 'desc' }],
          page: { size: 50 },
        }
      : null,
    { keep: true },
  )
  const kept = (views.data?.rows ?? []).flatMap((row) => {
    const looked: unknown = row[view]
    const [first] = picture === undefined ? [] : storedFiles(row[picture])
    const shown = first && first.size <= largestShown ? first.id : null
    return isViewpoint(looked)
      ? [{ id: String(row['id']), title: textOf(row[name]), view: looked, shown }]
      : []
  })
  if (views.error && !views.data)
    return (
      <ErrorState
        compact
        title={t('This list could not be read')}
        onRetry={views.refetch}
        requestId={views.error.requestId ?? undefined}
      >
        {t(views.error.message)}
      </ErrorState>
    )
  if (views.isPending) return <Skeleton lines={2} />
  if (kept.length === 0) return <p className={styles.quiet}>{t('No views are kept yet.')}</p>
  return (
    <ul className={styles.keptViews}>
      {kept.map(({ id, title, view: looked, shown }) => (
        <li key={id}>
          <button type="button" className={styles.groupLine} onClick={() => onOpen(looked)}>
            {picture !== undefined && (
              <span className={styles.thumbnail}>
                <StoredPicture id={shown} alt="" />
              </span>
            )}
            <span className={styles.groupLabel}>{title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of records is no set of fields, and no landmark of the page */
import type { FieldDescription } from '#contracts/model-description.ts'
import { usePagedQuery } from '#engine/data/use-paged-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { StoredPicture } from '../files/stored-picture.tsx'
import { storedFiles } from '../files/stored-files.ts'
import { listQuery, type ListSource } from '../list-source/list-source.ts'
import { RecordFacts, RecordName } from '../list-source/record-card.tsx'
import styles from './gallery-cards.module.css'

interface GalleryCardsProps {
  source: ListSource
  picture: FieldDescription | null
  label: string
  height?: number | undefined
}

/** Cards in as many columns as there is room for, with more on request. */
export function GalleryCards({ source, picture, label, height }: GalleryCardsProps) {
  const t = useTranslate()
  const answer = usePagedQuery(listQuery(source, { fields: picture ? [picture.key] : [], size: 60 }), {
    keep: true,
  })
  if (answer.error && answer.rows.length === 0)
    return (
      <ErrorState compact title={t('This gallery could not be read')} onRetry={answer.refetch}>
        {t(answer.error.message)}
      </ErrorState>
    )
  if (answer.isPending) return <Skeleton height={height ?? 320} />
  if (answer.rows.length === 0) return <EmptyState compact icon="search" title={t('Nothing matches')} />
  return (
    <div
      role="group"
      aria-label={label}
      className={styles.box}
      data-fill={height === undefined ? '' : undefined}
      style={{ height }}
    >
      <ul className={styles.cards}>
        {answer.rows.map((row) => {
          const [first] = picture ? storedFiles(row[picture.key]) : []
          return (
            <li key={String(row['id'])} className={styles.card}>
              {picture && (
                <div className={styles.picture}>
                  {first ? (
                    <StoredPicture id={first.id} alt={first.name} className={styles.image} />
                  ) : (
                    <Icon name="image" size={24} />
                  )}
                </div>
              )}
              <div className={styles.words}>
                <RecordName source={source} row={row} />
                <RecordFacts source={source} row={row} without={picture?.key ?? null} />
              </div>
            </li>
          )
        })}
      </ul>
      {answer.hasMore && (
        <div className={styles.more}>
          <Button loading={answer.isLoadingMore} onClick={answer.loadMore}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </div>
  )
}

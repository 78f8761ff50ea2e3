import { useEffect } from 'react'
import type { Query } from '#contracts/query.ts'
import { usePagedQuery } from '#engine/data/use-paged-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { classes } from '#ui/classes.ts'
import { joined } from '../filter-bar/condition-parts.ts'
import { fillUrl } from '../props/safe-url.definition.ts'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { repeat } from './repeat.definition.ts'
import styles from './repeat.module.css'

/** Its content once for every record. */
export function Repeat({ props, slots, slot, emit, has, expose, pending }: ViewProps<typeof repeat>) {
  const { model, search, sort, fields, expand, size, look, min_width, item_to, empty, label } = props
  const t = useTranslate()
  const where = joined([props.where, props.filters].flatMap((one) => one ?? []))
  const query: Query = {
    model,
    ...(where && { where }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(fields && { fields }),
    ...(expand && { expand }),
    page: { size },
  }
  const answer = usePagedQuery(pending ? null : query, { keep: true })
  const { rows } = answer
  useEffect(() => expose('count', rows.length), [expose, rows.length])
  const tracks = {
    gridTemplateColumns:
      look === 'list' ? undefined : `repeat(auto-fill, minmax(min(100%, ${min_width}px), 1fr))`,
  }

  if (answer.error && rows.length === 0) {
    return (
      <ErrorState
        compact
        title={t('This list could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  }
  if (answer.isPending || pending) {
    return (
      <div className={styles[look]} style={tracks} aria-busy="true">
        {Array.from({ length: look === 'list' ? 4 : 6 }, (_, at) => (
          <Skeleton key={at} height={look === 'list' ? 48 : 104} />
        ))}
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      slots.empty ?? (
        <EmptyState
          compact
          icon={empty?.icon ?? 'inbox'}
          title={empty?.title ?? t('Nothing here yet')}
          action={
            empty?.action &&
            has('create') && (
              <Button variant="primary" onClick={() => void emit('create')}>
                {empty.action}
              </Button>
            )
          }
        >
          {empty?.text}
        </EmptyState>
      )
    )
  }
  return (
    <div>
      <ul aria-label={label} className={styles[look]} style={tracks}>
        {rows.map((item, index) => {
          const href = item_to ? fillUrl(item_to, item) : undefined
          const name = textOf(item['name'] ?? item['title']) || t('Open')
          return (
            <li key={String(item['id'])} className={classes(styles.item, look !== 'list' && styles.card)}>
              {slot('item', { item, index })}
              {href && <Link href={href} aria-label={name} className={styles.cover} />}
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

import { lazy, Suspense, useState } from 'react'
import type { EventView } from '#contracts/object.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatDate } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useTitles } from '../field/use-titles.ts'
import type { ViewProps } from '../view-props.ts'
import type { timeline } from './timeline.definition.ts'
import { TimelineEntry } from './timeline-entry.tsx'
import styles from './timeline.module.css'

const VersionsDialog = lazy(() =>
  import('./versions-dialog.tsx').then((module) => ({ default: module.VersionsDialog })),
)

/** Events the server answers at once. */
const most = 500

/** What happened to a record, newest first, day by day; each change can be looked at, compared and brought back. */
export function Timeline({ props: { model: key, id, size, versions } }: ViewProps<typeof timeline>) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const model = useModel(key)
  const [more, setMore] = useState(1)
  const [looking, setLooking] = useState<{ left: string; right: string | null } | null>(null)
  const asked = Math.min(most, size * more)
  const events = useAnswer(
    ['events', key, id, asked],
    () =>
      api.call('GET /api/records/{model}/{id}/events', {
        params: { model: key, id: id ?? '' },
        search: { size: asked },
      }),
    { enabled: id !== null && id !== undefined && id !== '', keep: true },
  )
  const rows = events.data?.rows ?? []
  const fields = model.data?.fields ?? []
  const titled = useTitles(
    fields,
    rows.filter(({ kind }) => kind === 'updated').flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
  )
  if (events.error && !events.data) {
    return (
      <ErrorState
        compact
        title={t('The history could not be read')}
        onRetry={events.refetch}
        requestId={events.error.requestId ?? undefined}
      >
        {t(events.error.message)}
      </ErrorState>
    )
  }
  if (!events.data) return <Skeleton lines={6} />
  if (rows.length === 0) {
    return (
      <EmptyState compact icon="history" title={t('No history yet')}>
        {t('Every change is noted here, with who made it.')}
      </EmptyState>
    )
  }
  const newest = rows[0]?.id
  return (
    <div className={styles.timeline}>
      {byDay(rows, (at) => formatDate(at, region, 'long')).map(({ day, events: own }) => (
        <section key={day} aria-label={day}>
          <p className={styles.day}>{day}</p>
          <ol className={styles.list}>
            {own.map((event) => (
              <TimelineEntry
                key={event.id}
                event={event}
                fields={fields}
                titled={titled}
                isNow={event.id === newest}
                onLook={versions && model.data ? (right) => setLooking({ left: event.id, right }) : null}
              />
            ))}
          </ol>
        </section>
      ))}
      {events.data.page.after !== null && asked < most && (
        <Button size="compact" variant="ghost" loading={events.isFetching} onClick={() => setMore(more + 1)}>
          {t('Show earlier')}
        </Button>
      )}
      {looking && model.data && id && (
        <Suspense>
          <VersionsDialog
            model={model.data}
            id={id}
            events={rows}
            first={looking}
            onClose={() => setLooking(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Events that follow each other on one day stand under it. */
function byDay(
  events: readonly EventView[],
  dayOf: (at: string) => string,
): { day: string; events: EventView[] }[] {
  const days: { day: string; events: EventView[] }[] = []
  for (const event of events) {
    const day = dayOf(event.at)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}

import { useState } from 'react'
import type { CalendarFeed, OfferedDate } from '#contracts/api/calendars.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import styles from './account.module.css'
import entries from './entries.module.css'
import { dateName } from './date-name.ts'
import { NewCalendar } from './new-calendar.tsx'

/** The addresses under which a program shows a person's dates, and the way to a new one. */
export function CalendarFeeds() {
  const t = useTranslate()
  const api = useApi()
  const [making, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<CalendarFeed | null>(null)
  const answer = useAnswer(['calendar-feeds'], () => api.call('GET /api/calendar-feeds'), { freshFor: 0 })
  const { act } = useAct(answer.refetch)
  if (answer.error && !answer.data)
    return (
      <ErrorState
        compact
        title={t('Your calendars could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  if (!answer.data) return <Skeleton lines={2} />
  const { rows, offered } = answer.data
  if (offered.length === 0 && rows.length === 0)
    return <p className={styles.words}>{t('Nothing you may see here has a date yet.')}</p>
  return (
    <div className={styles.form}>
      {rows.length > 0 && (
        <ul className={entries.list}>
          {rows.map((feed) => (
            <li key={feed.id}>
              <Icon name="calendar" />
              <span className={entries.entry}>
                <span className={entries.strong}>{namesOf(feed, offered, t)}</span>
                <span className={entries.faint}>
                  {feed.mine && <>{t('Only what names me')} · </>}
                  {feed.read_at === null ? (
                    t('Not asked for yet')
                  ) : (
                    <>
                      {t('Last asked for')} <TimeText value={feed.read_at} />
                    </>
                  )}
                </span>
              </span>
              <Button size="compact" onClick={() => setLeaving(feed)}>
                {t('Take back')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {making ? (
        <NewCalendar offered={offered} onMade={answer.refetch} onClose={() => setMaking(false)} />
      ) : (
        offered.length > 0 && (
          <div className={styles.actions}>
            <Button icon="plus" onClick={() => setMaking(true)}>
              {t('New calendar address')}
            </Button>
          </div>
        )
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('Take this address back?')}
        text={t('Programs that show this calendar get nothing more, at once and for good.')}
        confirmLabel={t('Take back')}
        tone="danger"
        onConfirm={() =>
          act(() => api.call('DELETE /api/calendar-feeds/{id}', { params: { id: leaving?.id ?? '' } }))
        }
      />
    </div>
  )
}

/** What a calendar shows, in words; what the person may not see any more is not named. */
function namesOf({ dates }: CalendarFeed, offered: readonly OfferedDate[], t: Translate): string {
  const names = dates.flatMap((date) => {
    const one = offered.find(({ model, field }) => model === date.model && field === date.field)
    return one ? [dateName(one, t)] : []
  })
  return names.length === 0 ? t('Nothing you may see any more') : names.join(', ')
}

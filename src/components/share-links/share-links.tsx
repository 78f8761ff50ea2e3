import { useEffect, useRef, useState } from 'react'
import type { Share } from '#contracts/share.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { NewLink } from './new-link.tsx'
import type { shareLinks } from './share-links.definition.ts'
import styles from './share-links.module.css'

const tones: Readonly<Record<Share['status'], BadgeTone>> = {
  open: 'success',
  expired: 'neutral',
  withdrawn: 'neutral',
}

/** The public links of a record, and the way to a new one. */
export function ShareLinks({ props: { token }, pending }: ViewProps<typeof shareLinks>) {
  const t = useTranslate()
  const api = useApi()
  const [making, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<Share | null>(null)
  const region = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasMaking = useRef(false)
  const hasLeft = useRef(false)
  const answer = useAnswer(
    ['shares', token],
    async () => (await api.call('GET /api/objects/{token}/shares', { params: { token } })).rows,
    { enabled: !pending, freshFor: 0 },
  )
  useEffect(() => {
    if (wasMaking.current && !making) opener.current?.focus()
    wasMaking.current = making
  }, [making])
  // A link that was taken back has no button any more, which had the focus.
  useEffect(() => {
    if (answer.data && hasLeft.current && document.activeElement === document.body) region.current?.focus()
    hasLeft.current = false
  }, [answer.data])
  if (answer.error?.status === 403 || answer.error?.status === 404) return null
  if (answer.error && !answer.data)
    return (
      <ErrorState compact title={t('The public links could not be read')} onRetry={answer.refetch}>
        {t(answer.error.message)}
      </ErrorState>
    )
  if (!answer.data) return <Skeleton lines={2} />
  const words = { open: t('Still valid'), expired: t('Ended'), withdrawn: t('Taken back') }
  return (
    <section ref={region} tabIndex={-1} className={styles.links} aria-label={t('Public links')}>
      <h2 className={styles.title}>{t('Public links')}</h2>
      {answer.data.length === 0 && !making && (
        <p className={styles.quiet}>{t('Nobody outside sees this record.')}</p>
      )}
      <ul className={styles.list}>
        {answer.data.map((share) => (
          <li key={share.id} className={styles.link}>
            <div className={styles.head}>
              <div className={styles.line}>
                <Badge tone={tones[share.status]}>{words[share.status]}</Badge>
                {share.locked && <Badge>{t('With password')}</Badge>}
                <span className={styles.quiet}>
                  {t('{{count}} views', { count: share.views })}
                  {share.viewed_at !== null && (
                    <>
                      {', '}
                      {t('last')} <TimeText value={share.viewed_at} />
                    </>
                  )}
                </span>
              </div>
              {share.status === 'open' && (
                <Button size="compact" variant="ghost" onClick={() => setLeaving(share)}>
                  {t('Take back')}
                </Button>
              )}
            </div>
            <p className={styles.quiet}>
              {share.shown.map(({ label, ours }) => (ours ? t(label) : label)).join(', ')} · {t('until')}{' '}
              <TimeText value={share.expires_at.slice(0, 10)} />
            </p>
            {share.views > 0 && <ViewLog id={share.id} />}
          </li>
        ))}
      </ul>
      {making ? (
        <NewLink
          token={token}
          onMade={answer.refetch}
          onClose={() => {
            setMaking(false)
            answer.refetch()
          }}
        />
      ) : (
        <div>
          <Button ref={opener} size="compact" icon="share" onClick={() => setMaking(true)}>
            {t('Share publicly')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('Take this link back?')}
        text={t('Whoever holds it sees nothing any more, at once and for good.')}
        confirmLabel={t('Take back')}
        tone="danger"
        onConfirm={async () => {
          await api.call('DELETE /api/shares/{id}', { params: { id: leaving?.id ?? '' } })
          hasLeft.current = true
          answer.refetch()
        }}
      />
    </section>
  )
}

/** When a link was looked at, asked for when somebody wants to know. */
function ViewLog({ id }: { id: string }) {
  const t = useTranslate()
  const api = useApi()
  const [times, setTimes] = useState<{ viewed_at: string; way: string }[] | null>(null)
  const { busy, act } = useAct(() => undefined)
  if (times === null)
    return (
      <div className={styles.more}>
        <Button
          size="compact"
          variant="ghost"
          loading={busy}
          onClick={() =>
            void act(async () =>
              setTimes((await api.call('GET /api/shares/{id}/views', { params: { id } })).rows),
            )
          }
        >
          {t('Show when')}
        </Button>
      </div>
    )
  return (
    <ol className={styles.log} aria-label={t('When it was looked at')}>
      {times.map(({ viewed_at, way }, at) => (
        <li key={at}>
          <TimeText value={viewed_at} /> {way === 'api' && t('by a program')}
        </li>
      ))}
    </ol>
  )
}

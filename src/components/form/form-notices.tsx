import { useEffect, useRef } from 'react'
import type { ApiError } from '#engine/data/api-error.ts'
import { Button } from '#ui/button.tsx'
import { RequestId } from '#ui/request-id.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'

/** Something that was typed before and not saved. */
export function DraftNotice({ onTake, onDismiss }: { onTake: () => void; onDismiss: () => void }) {
  const t = useTranslate()
  return (
    <Notice
      tone="info"
      title={t('There is something you typed and did not save')}
      onDismiss={onDismiss}
      actions={
        <Button size="compact" onClick={onTake}>
          {t('Put it back')}
        </Button>
      }
    />
  )
}

/**
 * Brings what stands above the form into sight each time `told` is another: below a long form, where the button was
 * pressed, nothing would seem to happen. Zero: nothing was told yet.
 */
function useInSight(told: number) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    if (told > 0) void box.current?.scrollIntoView({ block: 'center' })
  }, [told])
  return box
}

/** Why it was not saved; where no answer came, it can be kept until one does. */
export function FailureNotice({ failure, onKeep }: { failure: ApiError; onKeep: (() => void) | null }) {
  const t = useTranslate()
  const box = useInSight(1)
  return (
    <div ref={box}>
      <Notice
        tone="danger"
        title={failure.status === 0 ? t('No answer came') : t('It was not saved')}
        actions={
          onKeep && (
            <Button size="compact" onClick={onKeep}>
              {t('Keep and send later')}
            </Button>
          )
        }
      >
        {t(failure.message)} {t('What you typed is still here.')}
        {failure.requestId && <RequestId id={failure.requestId} />}
      </Notice>
    </div>
  )
}

/** What becomes of a form without connection: before it is kept, and while it waits; `kept` counts how often that was here. */
export function LaterNotice({ waits, kept }: { waits: boolean; kept: number }) {
  const t = useTranslate()
  const box = useInSight(kept)
  return (
    <div ref={box}>
      {waits ? (
        <Notice tone="info" icon="clock" title={t('Waiting to be sent')}>
          {t('It is kept on this device, also after a reload, and sent once when the connection is back.')}
        </Notice>
      ) : (
        <Notice tone="info" icon="offline" title={t('No connection')}>
          {t('Go on filling in: it can be kept on this device and is sent when the connection is back.')}
        </Notice>
      )}
    </div>
  )
}

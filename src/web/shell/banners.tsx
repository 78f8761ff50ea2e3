import { lazy, Suspense, useState } from 'react'
import { clientTexts } from '#contracts/errors.ts'
import { retryCopies, useNotLive } from '#engine/data/not-live.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useBackend } from '../application-context.ts'
import { afterFirstScreen } from '../session/after-first-screen.ts'
import { usePreview } from './use-preview.ts'

const PreviewBanner = lazy(async () => ({ default: (await import('./preview-banner.tsx')).PreviewBanner }))

// Nothing of the first screen, and not fetched beside it: what waits was kept on an earlier one.
const LateBanners = lazy(async () => {
  await new Promise<void>((done) => void afterFirstScreen(done))
  // Without a connection just then there is no banner, and still a page.
  const module = await import('./late-banners.tsx').catch(() => null)
  return { default: module?.LateBanners ?? (() => null) }
})

/** What is not as usual, above the screen: the backend is away, what is shown is an older copy (C-13); one banner for both. */
export function Banners() {
  const t = useTranslate()
  const { reachable, probe } = useBackend()
  const copy = useNotLive()
  const [looking, setLooking] = useState(false)
  const preview = usePreview()
  const look = async (): Promise<void> => {
    setLooking(true)
    if (!reachable) await probe()
    retryCopies()
    setLooking(false)
  }
  return (
    <>
      <Suspense>{preview && <PreviewBanner preview={preview} />}</Suspense>
      {(!reachable || copy.active) && (
        <Notice
          look="banner"
          tone={reachable ? 'info' : 'warning'}
          icon={copy.active ? 'offline' : 'alert'}
          actions={
            <Button size="compact" loading={looking} onClick={() => void look()}>
              {t(clientTexts.retry)}
            </Button>
          }
        >
          {!reachable && t(clientTexts.backendUnavailableBanner)}{' '}
          {copy.active && t('You see the last copy of this device. It cannot be changed.')}
          {copy.since && ' · '}
          {copy.since && <TimeText value={copy.since} />}
        </Notice>
      )}
      <Suspense>
        <LateBanners />
      </Suspense>
    </>
  )
}

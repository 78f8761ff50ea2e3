import { VersionBanner } from '../offline/version-banner.tsx'
import { OutboxBanner } from './outbox-banner.tsx'
import { useAskCopiesAgain } from './use-ask-copies-again.ts'

/** The banners that no first screen needs, and what ends one. */
export function LateBanners() {
  useAskCopiesAgain()
  return (
    <>
      <VersionBanner />
      <OutboxBanner />
    </>
  )
}

import { VersionBanner } from '../offline/version-banner.tsx'
import { OutboxBanner } from './outbox-banner.tsx'

/** The banners that no first screen needs. */
export function LateBanners() {
  return (
    <>
      <VersionBanner />
      <OutboxBanner />
    </>
  )
}

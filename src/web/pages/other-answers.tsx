import { lazy, Suspense, type ReactNode } from 'react'
import type { RouteAccess } from '#contracts/layout-answer.ts'
import { ScreenSkeleton } from '#engine/rendering/layout-view.tsx'

// What stands at an address in place of its screen. Few ever see it: fetched when it is needed.
const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }))
const NoSuchScreen = lazy(async () => ({ default: (await import('./no-such-screen.tsx')).NoSuchScreen }))

/** For the dynamic router's `noAccess`. */
export const noAccess = (access: RouteAccess): ReactNode => (
  <Suspense fallback={<ScreenSkeleton />}>
    <NoAccess access={access} />
  </Suspense>
)

/** For the dynamic router's `notFound`. */
export const noSuchScreen = (): ReactNode => (
  <Suspense fallback={<ScreenSkeleton />}>
    <NoSuchScreen />
  </Suspense>
)

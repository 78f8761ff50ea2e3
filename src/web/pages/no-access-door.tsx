import { lazy, Suspense, type ReactNode } from 'react'
import type { RouteAccess } from '#contracts/layout-answer.ts'
import { ScreenSkeleton } from '#engine/rendering/layout-view.tsx'

// Few ever see it: fetched when it is needed.
const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }))

/** For the dynamic router's `noAccess`. */
export const noAccess = (access: RouteAccess): ReactNode => (
  <Suspense fallback={<ScreenSkeleton />}>
    <NoAccess access={access} />
  </Suspense>
)

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastsWanted, toastsWanted } from './toast-queue.ts'

const ToastStack = lazy(() => import('./toast-stack.tsx').then((module) => ({ default: module.ToastStack })))

/** The place toasts appear in. Mounted once, at the root; fetches what draws them at the first toast. */
export function Toaster() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsWanted, () => false)
  return wanted ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null
}

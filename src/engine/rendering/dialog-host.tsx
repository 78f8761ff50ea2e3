import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { useEngine } from '../engine-context.tsx'

const OpenDialogs = lazy(() =>
  import('./open-dialogs.tsx').then(({ OpenDialogs }) => ({ default: OpenDialogs })),
)

/** Draws what is open above the screen. What it draws with loads at the first opening. */
export function DialogHost() {
  const { dialogs } = useEngine()
  const { pathname } = useLocation()
  const wanted = useStore(dialogs.store, ({ layouts, question }) => layouts.length > 0 || question !== null)
  // What was open belongs to the screen it was opened on.
  useEffect(() => dialogs.moveTo(pathname), [dialogs, pathname])
  return wanted ? (
    <Suspense>
      <OpenDialogs />
    </Suspense>
  ) : null
}

import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useTranslate } from '#ui/translate.ts'

/** Asks before what was typed is left behind: by a link, by going back, by closing the tab. */
export function LeaveGuard({ when }: { when: boolean }) {
  // Only the application's own router can be held; in a preview there is none.
  const router = use(UNSAFE_DataRouterContext)
  useEffect(() => {
    if (!when) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [when])
  return router ? <RouteGuard when={when} /> : null
}

function RouteGuard({ when }: { when: boolean }) {
  const t = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open && blocker.state === 'blocked') blocker.reset()
      }}
      title={t('Leave without saving?')}
      text={t('What you typed is kept in this tab; you find it when you come back to this form.')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay here')}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

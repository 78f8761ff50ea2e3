import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isJsonObject } from '#base/json.ts'
import { holdBack } from '#engine/routing/hold-back.ts'
import { holdPart } from '#engine/routing/hold-part.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useTranslate } from '#ui/translate.ts'

interface LeaveGuardProps {
  /** Whether something would be lost. */
  when: boolean
  /** What becomes of it where it is kept; without, it is lost, so that another part of the same screen asks too. */
  text?: string
}

/** Asks before what was typed is left behind: by a link, by back and forward, by closing the tab, by another part of the screen. */
export function LeaveGuard({ when, text }: LeaveGuardProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  useLocation()
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const place = useRef(0)
  const lost = when && text === undefined
  useEffect(() => (lost ? holdPart((go) => setGoOn(() => go)) : undefined), [lost])
  // Every address the router goes to has a number; back and forward differ from it by their distance. `useLocation` draws
  // this again when the address changes.
  useEffect(() => {
    place.current = numberOf(history.state)
  })

  useEffect(() => {
    if (!when) return undefined
    const path = window.location.pathname
    let ours = 0
    let leaving = false
    const close = (event: BeforeUnloadEvent): void => event.preventDefault()
    const click = (event: MouseEvent): void => {
      const to = leaving ? null : wayOut(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setGoOn(() => () => {
        leaving = true
        void navigate(to)
      })
    }
    const pop = (event: PopStateEvent): void => {
      if (ours > 0) {
        // The step back to where we were: the router never learned that we had left.
        ours -= 1
        event.stopImmediatePropagation()
        return
      }
      const distance = numberOf(event.state) - place.current
      if (leaving || distance === 0 || window.location.pathname === path) return
      event.stopImmediatePropagation()
      ours = 1
      history.go(-distance)
      setGoOn(() => () => {
        leaving = true
        history.go(distance)
      })
    }
    window.addEventListener('beforeunload', close)
    const release = holdBack(pop)
    document.addEventListener('click', click, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', close)
      release()
      document.removeEventListener('click', click, { capture: true })
    }
  }, [when, navigate])

  return (
    <ConfirmDialog
      open={goOn !== null && when}
      onOpenChange={(open) => open || setGoOn(null)}
      title={t('Leave without saving?')}
      text={text ?? t('What you changed here is lost.')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay here')}
      onConfirm={() => goOn?.()}
    />
  )
}

const numberOf = (state: unknown): number =>
  isJsonObject(state) && typeof state['idx'] === 'number' ? state['idx'] : 0

/** The address inside the application that a click would lead to; null when it leads nowhere else. */
function wayOut(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== window.location.origin)
    return null
  return link.pathname === window.location.pathname ? null : link.pathname + link.search + link.hash
}

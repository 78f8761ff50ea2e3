import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { useEditor, useEditorStore } from './state/editor-store.ts'
import type { EditorActions } from './use-editor-actions.ts'

/**
 * Leaving saves first. A link waits for that, and asks when it fails; other ways out (back, the search) cannot wait: they
 * save on the way and say when it failed. Closing the window warns.
 */
export function LeaveGuard({ actions }: { actions: EditorActions }) {
  const store = useEditorStore()
  const t = useTranslate()
  const navigate = useNavigate()
  const isDirty = useEditor((state) => state.history.layout !== state.saved)
  const [leaveTo, setLeaveTo] = useState<string | null>(null)

  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    const hold = (event: MouseEvent): void => {
      const to = wayOut(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      void actions.save().then((saved) => (saved ? void navigate(to) : setLeaveTo(to)))
    }
    window.addEventListener('beforeunload', warn)
    document.addEventListener('click', hold, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('click', hold, { capture: true })
    }
  }, [isDirty, actions, navigate])

  const saveOnTheWay = useEffectEvent(async () => {
    const { history, saved } = store.getState()
    if (history.layout === saved || leaveTo !== null || (await actions.save())) return
    toast.error(t('The last changes to this screen could not be saved.'), {
      action: { label: t('Try again'), onClick: () => void actions.save() },
    })
  })
  useEffect(() => () => void saveOnTheWay(), [])

  return (
    <ConfirmDialog
      open={leaveTo !== null}
      onOpenChange={(open) => open || setLeaveTo(null)}
      title={t('Leave without saving?')}
      text={t('The last changes could not be saved and would be lost.')}
      confirmLabel={t('Leave and lose them')}
      cancelLabel={t('Stay')}
      onConfirm={() => {
        if (leaveTo !== null) void navigate(leaveTo)
      }}
    />
  )
}

/** The address inside the application that a click would lead to; null when it leads nowhere else. */
function wayOut(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin)
    return null
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash
}

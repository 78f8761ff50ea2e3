import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEdits } from './grid-edits.ts'
import { sayLost } from './say-lost.ts'
import type { CellEdits } from './use-cell-edits.ts'

/** Milliseconds between two tries. */
const pause = 4000

/**
 * Says how much is not saved because the server could not be reached, and sends it again: now and then, when the network is
 * back, and when asked to. Leaving the page asks first.
 */
export function UnsavedEdits({ edits }: { edits: CellEdits }) {
  const t = useTranslate()
  const waiting = [...useEdits(edits.store).values()].flatMap((values) =>
    Object.entries(values).flatMap(([key, edit]) => (edit.state === 'waiting' ? [{ key, edit }] : [])),
  )
  const again = useEffectEvent(async () => {
    // One after the other, and no further than the first that finds nobody there.
    for (const { key, edit } of waiting) {
      const outcome = await edits.save(edit.of, { key }, edit.value, edit.label)
      if (outcome === 'gone') sayLost(edit.label ?? String(edit.value))
      if (outcome === 'kept') return
    }
  })
  const isWaiting = waiting.length > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const send = (): void => void again()
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    const timer = setInterval(send, pause)
    addEventListener('online', send)
    addEventListener('beforeunload', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      removeEventListener('beforeunload', ask)
    }
  }, [isWaiting])
  if (!isWaiting) return null
  return (
    <Notice
      tone="warning"
      title={t('{{count}} changes are not saved yet', { count: waiting.length })}
      actions={<Button onClick={() => void again()}>{t('Try again')}</Button>}
    >
      {t('The server cannot be reached. What you wrote is kept here and sent again by itself.')}
    </Notice>
  )
}

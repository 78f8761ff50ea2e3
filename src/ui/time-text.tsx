import { useSyncExternalStore } from 'react'
import { formatDate, formatDateTime, formatRelative } from './format.ts'
import { useRegion } from './region.ts'
import { tooltip } from './tooltip.ts'

interface TimeTextProps {
  /** ISO 8601: a moment with its zone, or a plain day. */
  value: string
  className?: string
}

/** When it was: a moment relative, with the exact time on hover; a plain day as the day. Keeps itself current. */
export function TimeText({ value, className }: TimeTextProps) {
  const region = useRegion()
  const now = useSyncExternalStore(everyMinute, readNow, readNow)
  const plainDay = value.length === 10
  return (
    <time
      dateTime={value}
      className={className}
      {...tooltip(plainDay ? undefined : formatDateTime(value, region, 'long'))}
    >
      {plainDay ? formatDate(value, region) : formatRelative(value, now, region)}
    </time>
  )
}

// One clock for all of them: a list shows hundreds.
const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

function everyMinute(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, 60_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

function readNow(): Date {
  return now
}

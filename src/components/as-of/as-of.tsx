import { useEffect, useState } from 'react'
import type { ViewProps } from '../view-props.ts'
import type { asOf } from './as-of.definition.ts'
import { PastBar } from './past-bar.tsx'

/** A moment of the past for the lists of a screen, and the way back to now. */
export function AsOf({ expose, emit }: ViewProps<typeof asOf>) {
  const [at, setAt] = useState<string | null>(null)
  useEffect(() => expose('at', at), [expose, at])
  useEffect(() => () => expose('at', null), [expose])
  return <PastBar at={at} onChange={setAt} onClose={() => void emit('closed')} />
}

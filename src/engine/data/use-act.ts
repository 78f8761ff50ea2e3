import { useState } from 'react'
import { reportFailure } from './report-failure.ts'

/** Does what a button asks for: `busy` meanwhile, a toast when it fails, `onDone` however it ended. */
export function useAct(onDone: () => void): {
  busy: boolean
  act: (work: () => Promise<unknown>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return { busy, act }
}

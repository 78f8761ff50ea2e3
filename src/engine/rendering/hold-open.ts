import { createContext, use, useEffect } from 'react'
import type { OpenQuestion } from './dialogs.ts'

/** What is asked before a drawer or dialog goes. */
export type Hold = Pick<OpenQuestion, 'title' | 'text' | 'confirm'>

/** Set by what is open above the screen; nothing anywhere else. */
export const HoldContext = createContext<(hold: Hold | null) => void>(() => undefined)

/**
 * While this is drawn, whoever leaves the drawer or dialog around it by Escape, its cross, or a click beside it is asked
 * first. What a step of the layout closes is not asked about.
 */
export function useHoldOpen({ title, text, confirm }: Hold): void {
  const hold = use(HoldContext)
  useEffect(() => {
    hold({ title, text, confirm })
    return () => hold(null)
  }, [hold, title, text, confirm])
}

import { toast } from '#ui/toasts/toast.ts'
import type { ActionHandler } from './action-run.ts'

/** Copies a text to the clipboard. */
export const copyText: ActionHandler<'copy'> = async ({ text }, run) => {
  const value = run.resolveText(text)
  try {
    await navigator.clipboard.writeText(value)
    if (!run.announced) toast.success(run.t('Copied'))
  } catch {
    // The browser refuses the clipboard to pages it does not trust with it: show the text to copy by hand.
    toast.info(value)
  }
}

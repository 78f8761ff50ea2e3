import { toast } from '#ui/toasts/toast.ts'
import type { ActionHandler } from './action-run.ts'

/** Says something in a toast. */
export const showToast: ActionHandler<'toast'> = ({ tone, text }, run) => {
  toast[tone ?? 'success'](run.resolveText(text))
}

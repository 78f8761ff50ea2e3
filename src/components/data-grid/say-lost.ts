import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'

/** Says what could not be saved, because the record it was written in is gone. */
export function sayLost(value: string): void {
  toast.warning(t('“{{value}}” was not saved: its record is no longer in this list.', { value }))
}

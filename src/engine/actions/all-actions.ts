import type { ActionStep } from '#contracts/action.ts'
import type { ActionHandler } from './action-run.ts'
import { closeLayout } from './close-layout.ts'
import { confirm } from './confirm.ts'
import { copyText } from './copy-text.ts'
import { createRecord } from './create-record.ts'
import { deleteRecord } from './delete-record.ts'
import { navigate } from './navigate.ts'
import { openLayout } from './open-layout.ts'
import { refreshSources } from './refresh-sources.ts'
import { runCommand } from './run-command.ts'
import { saveRecord } from './save-record.ts'
import { setState } from './set-state.ts'
import { showToast } from './show-toast.ts'

/** What each step of an action does. A step of the contract without a line here does not compile. */
export const allActions = {
  navigate,
  open: openLayout,
  close: closeLayout,
  create: createRecord,
  save: saveRecord,
  delete: deleteRecord,
  run: runCommand,
  'set-state': setState,
  refresh: refreshSources,
  confirm,
  toast: showToast,
  // Files are asked for seldom: how they are kept comes when one is.
  download: async (...step) => (await import('./download.ts')).download(...step),
  copy: copyText,
} satisfies { [Do in ActionStep['do']]: ActionHandler<Do> }

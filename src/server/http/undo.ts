import { readUndo, redoStep, undoStep } from '#contracts/api/undo.ts'
import { withRecords } from '../records/open-records.ts'
import { takeStep, undoState } from '../undo/take-step.ts'
import { handle, type Handler } from './route.ts'

export const undoHandlers: readonly Handler[] = [
  handle(readUndo, async (input) => withRecords(input, undoState)),
  handle(undoStep, async (input) =>
    withRecords(input, (context) => takeStep(context, 'undo', input.body?.step ?? null)),
  ),
  handle(redoStep, async (input) =>
    withRecords(input, (context) => takeStep(context, 'redo', input.body?.step ?? null)),
  ),
]

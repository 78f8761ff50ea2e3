import { AppError } from '#base/app-error.ts'
import type { UndoOutcome, UndoState } from '#contracts/api/undo.ts'
import { undoImport } from '../imports/undo-import.ts'
import { asItWas } from '../records/as-it-was.ts'
import type { RecordContext } from '../records/record-context.ts'
import { describeStep } from './describe-step.ts'
import { splitStep } from './goes-along.ts'
import { stepChanges } from './step-events.ts'
import { takeBack, type TakenBack } from './take-back.ts'
import { lockSteps, nextStep, noteTaken, type Direction, type StoredStep } from './undo-stack.ts'

/** What undo and redo would do next for this person; nothing in a preview, which only looks. */
export async function undoState(context: RecordContext): Promise<UndoState> {
  const { tx, caller } = context
  if (caller.preview) return { undo: null, redo: null }
  const undo = await nextStep(tx, caller, 'undo')
  const redo = await nextStep(tx, caller, 'redo')
  return {
    undo: undo && (await describeStep(context, undo, 'undo')),
    redo: redo && (await describeStep(context, redo, 'redo')),
  }
}

/**
 * Takes a step back (`undo`) or does it again (`redo`): both turn round what was written last for it. 404 when there is
 * no such step. Refused values are told, not thrown: the step counts as taken, so that the one before it can be reached.
 */
export async function takeStep(
  context: RecordContext,
  direction: Direction,
  named: string | null,
): Promise<UndoOutcome> {
  const { tx, caller } = context
  await lockSteps(tx, caller)
  const step = await nextStep(tx, caller, direction, named)
  if (!step)
    throw new AppError(
      'not_found',
      direction === 'undo' ? 'There is nothing to undo.' : 'There is nothing to redo.',
    )
  const told = await describeStep(context, step, direction)
  const taken = step.import_id === null ? await turnRound(context, step) : await takeImportBack(context, step)
  await noteTaken(tx, caller, step, direction)
  return { step: told, ...taken, ...(await undoState(context)) }
}

const turnRound = async (context: RecordContext, step: StoredStep): Promise<TakenBack> =>
  asItWas(context, async () =>
    takeBack(context, splitStep(context, await stepChanges(context, step)), step.last_id),
  )

async function takeImportBack(context: RecordContext, { import_id }: StoredStep): Promise<TakenBack> {
  const row = await undoImport(context, import_id ?? '')
  return { models: row.model_key === null ? [] : [row.model_key], applied: row.created_count, refused: [] }
}

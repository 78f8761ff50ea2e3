import { ask } from '../../records/record-context.ts'
import type { StepRunner } from '../step-turn.ts'
import { workedWhere } from '../worked-where.ts'

/** Asks for records as whoever the run acts for sees them. */
export const findRecords: StepRunner<'find'> = async ({ context, resolve, take }, step) => {
  const where = step.where === null ? null : workedWhere(step.where, resolve)
  const input = take({ model: step.model, where })
  const { rows } = await ask(context, {
    model: step.model,
    ...(where && { where }),
    ...(step.sort.length > 0 && { sort: step.sort }),
    page: { size: step.most },
  })
  return { input, output: { rows, count: rows.length } }
}

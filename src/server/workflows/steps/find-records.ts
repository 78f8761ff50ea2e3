import type { Where } from '#contracts/query.ts'
import { ask } from '../../records/record-context.ts'
import type { StepRunner } from '../step-turn.ts'

/** Asks for records as whoever the run acts for sees them. */
export const findRecords: StepRunner<'find'> = async ({ context, resolve }, step) => {
  // Only values are expressions in it, so it keeps its shape.
  const where = step.where === null ? null : withLists(resolve(step.where) as Where)
  const { rows } = await ask(context, {
    model: step.model,
    ...(where && { where }),
    ...(step.sort.length > 0 && { sort: step.sort }),
    page: { size: step.most },
  })
  return { input: { model: step.model, where }, output: { rows, count: rows.length } }
}

/** "Is one of" takes what was worked out, be it one value or a list of them. */
function withLists(where: Where): Where {
  if ('and' in where) return { and: where.and.map(withLists) }
  if ('or' in where) return { or: where.or.map(withLists) }
  if ('not' in where) return { not: withLists(where.not) }
  if (where.op !== 'in' && where.op !== 'nin') return where
  return { ...where, value: [where.value].flat(2).filter((value) => value !== null) }
}

import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { verifyDecisions, type Fault } from '../estimates/verify-decisions.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const mostNamed = 200

const words: Readonly<Record<Fault, string>> = {
  changed: 'It is not as it was made',
  order: 'It does not follow the decision before it',
  content: 'The version is not the one that was decided on',
  offer: 'The offer that was read is not there any more',
}

/**
 * Works out the proofs of the decisions of customers again, all of the workspace as each follows from the one before, and
 * names those that are not as they were made. For those who may read every decision with all that is kept of it.
 */
export const estimateVerifyDecisions = defineCommand({
  name: 'estimate.verify-decisions',
  title: 'Check the proofs of decisions',
  input: z.strictObject({}),
  changes: [],
  reads: true,
  async run(context) {
    const model = modelFor(context, 'acceptances', 'read')
    const readable = context.access.readable(model)
    if (context.access.rowRule(model) !== null || [...model.fields.keys()].some((key) => !readable.has(key)))
      throw new AppError('forbidden', 'A proof counts all of a decision, and you may not read all of them.')
    const checked = await verifyDecisions(context, model)
    const broken = checked.filter(({ faults }) => faults.length > 0)
    return {
      decisions: checked.length,
      whole: broken.length === 0,
      broken: broken.slice(0, mostNamed).map(({ id, title, faults }) => ({
        id,
        title,
        faults: faults.map((fault) => words[fault]),
      })),
    }
  },
})

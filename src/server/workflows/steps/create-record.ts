import { must } from '#base/assert.ts'
import { createObjects } from '../../records/create-objects.ts'
import type { StepRunner } from '../step-turn.ts'
import { fieldValues, writtenModel } from './set-fields.ts'

/** Creates a record as a person would, and gives its id. */
export const createRecord: StepRunner<'create'> = async ({ context, resolve, take }, step) => {
  const values = fieldValues(resolve(step.values))
  const input = take({ model: step.model, values })
  const model = writtenModel(context, step.model, 'create')
  const { ids } = await createObjects(context, model, [{ values, archetypeId: null, parentId: null }])
  return { input, output: { id: must(ids.get(0)) } }
}

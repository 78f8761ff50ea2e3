import { must } from '#base/assert.ts'
import { createObjects } from '../../records/create-objects.ts'
import type { StepRunner } from '../step-turn.ts'
import { fieldValues, writtenModel } from './set-fields.ts'

/** Creates a record as a person would, and gives its id. */
export const createRecord: StepRunner<'create'> = async ({ context, resolve }, step) => {
  const values = fieldValues(resolve(step.values))
  const model = writtenModel(context, step.model, 'create')
  const { ids } = await createObjects(context, model, [{ values, archetypeId: null, parentId: null }])
  return { input: { model: step.model, values }, output: { id: must(ids.get(0)) } }
}

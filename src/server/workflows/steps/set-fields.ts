import { isUuid } from '#base/ids.ts'
import { AppError, invalid } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import type { Verb } from '#contracts/role.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { modelFor, type RecordContext } from '../../records/record-context.ts'
import { updateObjects } from '../../records/update-objects.ts'
import type { StepRunner } from '../step-turn.ts'

/** A model whose records a workflow may write: the workspace's own and the standard ones. */
export function writtenModel(context: RecordContext, key: string, verb: Verb): ModelInfo {
  const model = modelFor(context, key, verb)
  if (model.kind !== 'objects')
    throw new AppError('forbidden', 'A workflow writes records of your own models only.')
  return model
}

/** Values of fields by their keys. */
export const fieldValues = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {})

/** Changes a record as a person would: rights, rules and history are those of any change. */
export const setFields: StepRunner<'set'> = async ({ context, resolve, take }, step) => {
  const record = resolve(step.record)
  if (typeof record !== 'string' || !isUuid(record))
    throw invalid([{ path: 'record', code: 'record', message: 'This is no record’s id.' }])
  const id = record.toLowerCase()
  const values = fieldValues(resolve(step.values))
  const input = take({ model: step.model, record: id, values })
  await updateObjects(context, writtenModel(context, step.model, 'update'), [{ id, values }])
  return { input, output: { id } }
}

import { AppError } from '#base/app-error.ts'
import { createObjects } from '../records/create-objects.ts'
import type { RecordContext } from '../records/record-context.ts'

/**
 * Takes a form that somebody sent in. 404 for a model the public may not add to. Nothing of the record is answered: it
 * may be out of the sender's sight at once.
 */
export async function createPublicRecord(
  context: RecordContext,
  key: string,
  values: Record<string, unknown>,
): Promise<{ received: true }> {
  const model = context.workspace.models.get(key)
  if (!model || model.kind !== 'objects' || !context.access.can(model, 'create'))
    throw new AppError('not_found')
  await createObjects(context, model, [{ values }], { path: '' })
  return { received: true }
}

import { must } from '#base/assert.ts'
import type { Verb } from '#contracts/role.ts'
import { modelFor, requireVisible, type RecordContext } from '../records/record-context.ts'
import { inOrder, loadObjects, type StoredObject } from '../records/stored-object.ts'

/** A record this person may act on: 404 for one they may not see, 403 for one they may only read. */
export async function visibleRow(
  context: RecordContext,
  key: string,
  id: string,
  verb: Verb,
): Promise<StoredObject> {
  const model = modelFor(context, key, verb)
  const row = must(inOrder(await loadObjects(context, model, [id]), [id])[0])
  await requireVisible(context, model, [id])
  return row
}

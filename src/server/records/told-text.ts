import { textOf } from '../estimates/read-value.ts'
import type { RecordContext } from './record-context.ts'

/**
 * What a record of a model says in a field, to be told or copied on: null where it says nothing there, or this reader may
 * not read that field. What commands work with is read whole; what they say of it is not.
 */
export function toldText(
  { access, workspace }: RecordContext,
  key: string,
  attributes: Readonly<Record<string, unknown>>,
  field: string,
): string | null {
  const model = workspace.models.get(key)
  return model && access.mayRead(model, field, true) ? textOf(attributes, field) : null
}

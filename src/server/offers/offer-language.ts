import type { Language } from '#contracts/language.ts'
import { textOf } from '../estimates/read-value.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects, type StoredObject } from '../records/stored-object.ts'

/** Who an estimate is for, if anybody. */
export async function customerOf(
  context: RecordContext,
  estimate: StoredObject,
): Promise<StoredObject | undefined> {
  const model = context.workspace.models.get('customers')
  const id = textOf(estimate.attributes, 'customer')
  return model && id ? (await loadObjects(context, model, [id]))[0] : undefined
}

/** The language a customer reads: what stands at them, English where nothing does. */
export const languageOf = (customer: StoredObject | undefined): Language => {
  const said = (customer && textOf(customer.attributes, 'language'))?.toLowerCase() ?? ''
  return said.startsWith('de') || said.startsWith('ger') ? 'de' : 'en'
}

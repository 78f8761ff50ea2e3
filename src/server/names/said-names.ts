import type { MessageValue } from '#base/saying.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { isFieldNamedByProduct, isNamedByProduct } from '../standard-models/mark-own-words.ts'

/** What a model is called, as a message says it: the product's name in the reader's language, the workspace's own as it is written. */
export const saidModel = (model: Pick<ModelInfo, 'key' | 'label' | 'source'>): MessageValue =>
  isNamedByProduct(model) ? { names: [model.label] } : model.label

/** The same of fields of a model; one name of the workspace's own leaves all of them as they are written. */
export function saidFields(
  model: Pick<ModelInfo, 'source'>,
  fields: readonly Pick<FieldInfo, 'key' | 'label'>[],
): MessageValue {
  const names = fields.map(({ label }) => label)
  return fields.every((field) => isFieldNamedByProduct(model, field)) ? { names } : names.join('”, “')
}

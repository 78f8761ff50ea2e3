import type { FieldDescription, InverseDescription, ModelDescription } from '#contracts/model-description.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { standardModel } from './standard-models.ts'

type Words = Pick<FieldDescription, 'label' | 'description' | 'options'>

/**
 * Says which words of one of the product's models are the workspace's own: fields it added, labels and choices it named
 * itself. Those are shown as they are written, whatever else the product calls so.
 */
export function markOwnWords(described: ModelDescription): ModelDescription {
  const description = {
    ...described,
    ...(described.inverses && { inverses: described.inverses.map(markInverse) }),
  }
  const shipped = description.standard ? standardModel(description.key) : undefined
  if (!shipped) return description
  const product = new Map(shipped.schema.fields.map((field) => [field.key, field]))
  const own = [description.label, description.description ?? ''].filter(
    (text) => text !== '' && text !== shipped.label && text !== shipped.description,
  )
  return {
    ...description,
    ...(own.length > 0 && { own_words: own }),
    fields: description.fields.map((field) =>
      field.system ? field : markField(field, product.get(field.key)),
    ),
  }
}

// A workspace adds relations to the product's models, too.
function markInverse({ standard, ...inverse }: InverseDescription): InverseDescription {
  const field =
    standard && standardModel(inverse.model)?.schema.fields.find(({ key }) => key === inverse.field)
  const isOurs = field && 'inverse' in field && field.inverse === inverse.label
  return { ...inverse, ...(isOurs && { standard }) }
}

function markField(field: FieldDescription, product: FieldDefinition | undefined): FieldDescription {
  const theirs = new Set(product ? wordsOf(product) : [])
  const own = wordsOf(field).filter((text) => !theirs.has(text))
  return own.length > 0 ? { ...field, own_words: own } : field
}

const wordsOf = (field: Words | FieldDefinition): string[] => [
  field.label,
  ...(field.description === undefined ? [] : [field.description]),
  ...('options' in field ? (field.options ?? []) : []).map((option) => optionParts(option).label),
]

/** Whether a model is called as the product calls it, so that the reader's language may have a word for it. */
export const isNamedByProduct = ({
  key,
  label,
  source,
}: Pick<ModelInfo, 'key' | 'label' | 'source'>): boolean =>
  key.startsWith('sys_') ||
  (source?.standard !== undefined && standardModel(source.standard)?.label === label)

/** The same of a field of a model. */
export const isFieldNamedByProduct = (
  { source }: Pick<ModelInfo, 'source'>,
  { key, label, system }: Pick<FieldInfo, 'key' | 'label' | 'system'>,
): boolean =>
  system ||
  standardModel(source?.standard ?? '')?.schema.fields.some(
    (field) => field.key === key && field.label === label,
  ) === true

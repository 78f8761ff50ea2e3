import type { FieldDescription, InverseDescription, ModelDescription } from '#contracts/model-description.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { StandardModel } from '#contracts/standard-model.ts'
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
      field.system ? field : markField(field, [product.get(field.key), ...formerOf(shipped, field.key)]),
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

// What the product called it before stands in workspaces that have not taken up the words of today.
const formerOf = ({ former }: StandardModel, key: string): Partial<Words>[] =>
  former.flatMap(({ field, was }) => (field === key ? [was as Partial<Words>] : []))

function markField(
  field: FieldDescription,
  product: readonly (Partial<Words> | FieldDefinition | undefined)[],
): FieldDescription {
  const theirs = new Set(product.flatMap((words) => (words ? wordsOf(words) : [])))
  const own = wordsOf(field).filter((text) => !theirs.has(text))
  return own.length > 0 ? { ...field, own_words: own } : field
}

const wordsOf = (field: Partial<Words> | FieldDefinition): string[] => [
  ...(field.label === undefined ? [] : [field.label]),
  ...(field.description == null ? [] : [field.description]),
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
  { key, label, system }: Pick<FieldInfo, 'key' | 'label'> & Partial<Pick<FieldInfo, 'system'>>,
): boolean => {
  if (system) return true
  const shipped = standardModel(source?.standard ?? '')
  const names = shipped && [
    ...shipped.schema.fields.filter((field) => field.key === key),
    ...formerOf(shipped, key),
  ]
  return names?.some((words) => words.label === label) === true
}

import { canonicalJson } from '#base/json.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Field } from '#contracts/field.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import type { ModelWrite } from '#contracts/model.ts'
import { ownWords, type FormerWords, type StandardModel } from '#contracts/standard-model.ts'
import { productPart } from './check-standard.ts'

type OwnWord = (typeof ownWords)[number]

interface Comparison {
  /** Fields the workspace's model does not have yet, and those that it has otherwise. */
  added: FieldDefinition[]
  changed: FieldDefinition[]
  /** Fields of the workspace's own under a key of the product's, whose values mean something else. */
  clashes: FieldDefinition[]
  /** All fields of the model as they would be. */
  fields: FieldDefinition[]
}

/**
 * Compares a workspace's model with the product's of today: `compareStandard(model, shipped).added`. The product's fields
 * get what it says of them now and keep the workspace's words, other than those that were the product's before; new ones
 * stand behind the one they follow in the product; own ones stay, as do those that the product gave up, which from then on people fill in.
 */
export function compareStandard(
  { schema, brought = 0 }: Pick<ModelWrite, 'schema' | 'brought'>,
  shipped: StandardModel,
): Comparison {
  const own = schema?.fields ?? []
  const ownByKey = new Map(own.map((field) => [field.key, field]))
  const shippedByKey = new Map(shipped.schema.fields.map((field) => [field.key, field]))
  const added = shipped.schema.fields.filter(({ key }) => !ownByKey.has(key))
  const clashes: FieldDefinition[] = []
  const changed: FieldDefinition[] = []
  const fields = own.map((field) => {
    const product = shippedByKey.get(field.key)
    if (!product) return givenUp(field)
    const former = shipped.former.filter((one) => one.field === field.key && one.number > brought)
    const toldAnew = ownWords.filter((word) => isFormer(word, field, product, former))
    if (toldAnew.length === 0 && productPart(product) === productPart(field)) return field
    ;(isSameKind(field, product) ? changed : clashes).push(product)
    return withOwnWords(product, field, toldAnew)
  })
  for (const field of added) {
    const before = shipped.schema.fields[shipped.schema.fields.indexOf(field) - 1]
    const at = fields.findIndex(({ key }) => key === before?.key)
    fields.splice(at < 0 && before ? fields.length : at + 1, 0, field)
  }
  return { added, changed, clashes, fields }
}

const givenUp = (field: FieldDefinition): FieldDefinition => {
  if (isComputedField(field) || !field.derived) return field
  const { derived: _derived, ...rest } = field
  return rest
}

/** Whether values of one can stay when it becomes the other: same type, pointing to the same, and not filled in by people so far. */
function isSameKind(own: FieldDefinition, product: FieldDefinition): boolean {
  if (own.type !== product.type) return false
  if (isComputedField(own) || isComputedField(product)) return true
  const mark = ({ target, many, derived }: Field): string =>
    JSON.stringify([target ?? null, many ?? false, derived ?? false])
  return mark(own) === mark(product)
}

type Words = Partial<Record<OwnWord, unknown>>

/** Whether a field says what the product said before, and says otherwise today. */
function isFormer(word: OwnWord, own: Words, product: Words, former: readonly FormerWords[]): boolean {
  const now = canonicalJson(own[word] ?? null)
  return (
    now !== canonicalJson(product[word] ?? null) &&
    former.some(({ was }) => word in was && canonicalJson(was[word] ?? null) === now)
  )
}

const withOwnWords = (
  product: FieldDefinition,
  own: FieldDefinition & Words,
  toldAnew: readonly OwnWord[],
): FieldDefinition => {
  const kept = ownWords.filter((word) => own[word] !== undefined && !toldAnew.includes(word))
  return { ...product, ...Object.fromEntries(kept.map((word) => [word, own[word]])) } as FieldDefinition
}

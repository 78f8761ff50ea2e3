import { isComputedField } from '#contracts/is-computed-field.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Field } from '#contracts/field.ts'

/** A field that can name the currency of amounts. */
interface CurrencySource {
  /** As `currency_from` has it: `currency` or `version.currency`. */
  path: string
  label: string
}

interface OtherModel {
  key: string
  schema?: { fields: readonly FieldDefinition[] } | null
}

const codes = /^[A-Z]{3}$/
const namesCodes = ({ key, default: first }: Field): boolean =>
  key.includes('currency') || (typeof first === 'string' && codes.test(first))
const isText = ({ type, many }: Field): boolean => (type === 'text' || type === 'select') && many !== true

/**
 * The fields that may name the currency of an amount: texts and choices of the record itself, and those of records it
 * links to that look like it. `currencySources(fields, models)[0]` // { path: 'currency', label: 'Currency' }
 */
export function currencySources(
  fields: readonly FieldDefinition[],
  models: readonly OtherModel[],
): CurrencySource[] {
  const own = fields.filter((field): field is Field => !isComputedField(field))
  const near = own.filter(isText)
  const far = own.flatMap((link) => {
    if (link.type !== 'relation' || link.many === true) return []
    const target = models.find(({ key }) => key === link.target)
    const found = (target?.schema?.fields ?? []).filter(
      (field): field is Field => !isComputedField(field) && isText(field) && namesCodes(field),
    )
    return found.map(({ key, label }) => ({ path: `${link.key}.${key}`, label: `${link.label} · ${label}` }))
  })
  return [...near.filter(namesCodes), ...near.filter((field) => !namesCodes(field))]
    .map(({ key, label }): CurrencySource => ({ path: key, label }))
    .concat(far)
}

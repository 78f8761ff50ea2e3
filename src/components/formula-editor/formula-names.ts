import { addressParts } from '#contracts/address.ts'
import type { ComputedField, FieldDefinition } from '#contracts/computed-field.ts'
import { fieldTypes } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'

/** A name that may stand in a formula: `price`, or `item.price` across a link to one record. */
export interface FormulaName {
  name: string
  label: string
  /** The label of its type, or of what works it out; the translation key. */
  type: string
}

/** A model as far as formulas read it. */
export interface FormulaModel {
  key: string
  label: string
  fields: readonly FieldDefinition[]
}

/** Files cannot be read by a formula, and lists of links are rolled up. */
const closed: ReadonlySet<string> = new Set(['file', 'image', 'json', 'geo_point', 'signature'])

/** Links a formula may cross are three; names are offered across two, because lists of all of them are long. */
const deep = 2

/** The names a formula over these fields may use, links followed. */
export function formulaNames(
  fields: readonly FieldDefinition[],
  models: readonly FormulaModel[],
  before: { name: string; label: string } = { name: '', label: '' },
  depth = 0,
): FormulaName[] {
  const names = fieldNames(fields, models, before, depth)
  // Across a link they may be written as well; offered with every one of them they would be most of the list.
  return depth > 0 ? names : [...names, ...keptNames]
}

const keptNames: readonly FormulaName[] = [
  { name: 'created_at', label: 'created_at', type: fieldTypes.datetime.label },
  { name: 'created_by', label: 'created_by', type: fieldTypes.user.label },
]

function fieldNames(
  fields: readonly FieldDefinition[],
  models: readonly FormulaModel[],
  before: { name: string; label: string },
  depth: number,
): FormulaName[] {
  return fields.flatMap((field): FormulaName[] => {
    if (closed.has(field.type)) return []
    const name = `${before.name}${field.key}`
    const label = `${before.label}${field.label}`
    const own = { name, label, type: typeLabel(field) }
    if (field.type === 'address')
      return addressParts.map((part) => ({
        name: `${name}.${part}`,
        label: `${label} › ${part}`,
        type: fieldTypes.text.label,
      }))
    const target = linkedModel(field, models)
    if (!target || depth === deep) return [own]
    return [
      own,
      ...formulaNames(target.fields, models, { name: `${name}.`, label: `${label} › ` }, depth + 1),
    ]
  })
}

/** The model of the one record a field links to; undefined for every other field. */
export const linkedModel = (
  field: FieldDefinition,
  models: readonly FormulaModel[],
): FormulaModel | undefined =>
  !isComputedField(field) && field.type === 'relation' && field.many !== true
    ? models.find(({ key }) => key === field.target)
    : undefined

const computedLabels: Record<ComputedField['type'], string> = {
  formula: 'Formula',
  lookup: 'Lookup',
  rollup: 'Roll-up',
}

const typeLabel = (field: FieldDefinition): string =>
  isComputedField(field) ? computedLabels[field.type] : fieldTypes[(field as Field).type].label

/** Related records that can be rolled up: those of other models that link here, and lists of links of one's own. */
export function rollupSources(
  model: FormulaModel,
  models: readonly FormulaModel[],
): { of: string; label: string; target: FormulaModel }[] {
  const inverse = models.flatMap((other) =>
    other.fields.flatMap((field) =>
      !isComputedField(field) && field.type === 'relation' && field.target === model.key
        ? [{ of: `${other.key}.${field.key}`, label: `${other.label} · ${field.label}`, target: other }]
        : [],
    ),
  )
  const lists = model.fields.flatMap((field) => {
    if (isComputedField(field) || field.type !== 'relation' || field.many !== true) return []
    const target = models.find(({ key }) => key === field.target)
    return target ? [{ of: field.key, label: `${field.label} · ${target.label}`, target }] : []
  })
  return [...inverse, ...lists]
}

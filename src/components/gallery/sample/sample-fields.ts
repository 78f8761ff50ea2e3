import { fieldTypeOf } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'

/** A model of the gallery with its records. Everything here is invented. */
export interface SampleModel {
  key: string
  label: string
  description?: string
  icon?: string
  title: string
  fields: Field[]
  rows: Row[]
}

/** A field as a reader who may do everything sees it. */
export function describeSampleField(field: Field, titles: ReadonlyMap<string, string>): FieldDescription {
  const type = fieldTypeOf(field.type)
  const target = field.type === 'user' ? 'sys_member' : field.target
  return {
    ...field,
    ...(target && { target, target_title: titles.get(target) ?? null }),
    required: field.required === true,
    read_only: false,
    operators: type.operators,
    sortable: type.sortable,
    groupable: type.groupable && !field.many,
    aggregates: type.aggregates,
  }
}

/** What every record has beside its fields. */
export const sampleSystemFields: FieldDescription[] = [
  { key: 'id', label: 'Id', type: 'text' as const },
  { key: 'created_at', label: 'Created', type: 'datetime' as const },
  { key: 'updated_at', label: 'Changed', type: 'datetime' as const },
].map((field) => ({
  ...field,
  required: false,
  read_only: true,
  system: true,
  operators: fieldTypeOf(field.type).operators,
  sortable: true,
  groupable: false,
  aggregates: ['count'],
}))

/** A model as the description call answers it. */
export function describeSampleModel(model: SampleModel, all: readonly SampleModel[]): ModelDescription {
  const titles = new Map(all.map(({ key, title }) => [key, title]))
  return {
    key: model.key,
    id: `sample-${model.key}`,
    label: model.label,
    description: model.description ?? null,
    icon: model.icon ?? null,
    title_field: model.title,
    inverses: all.flatMap((other) =>
      other.fields.flatMap(({ key, target, inverse, many }) =>
        target === model.key && inverse !== undefined
          ? [{ model: other.key, field: key, many: many === true, label: inverse, writable: true }]
          : [],
      ),
    ),
    fields: [...model.fields.map((field) => describeSampleField(field, titles)), ...sampleSystemFields],
    can: { create: true, update: true, delete: true, export: true },
  }
}

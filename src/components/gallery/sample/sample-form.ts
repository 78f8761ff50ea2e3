import type { FormDescription } from '#contracts/api/forms.ts'
import type { Field } from '#contracts/field.ts'
import type { SampleModel } from './sample-fields.ts'

/** A form of the gallery: the shape the server makes, without a compiled validator. */
export function sampleForm(model: SampleModel): FormDescription {
  return {
    schema: {
      type: 'object',
      title: model.label,
      properties: Object.fromEntries(model.fields.map((field) => [field.key, property(field)])),
      required: model.fields.filter(({ required }) => required).map(({ key }) => key),
    },
    calculations: [],
    ui_schema: {
      'ui:order': [...model.fields.map(({ key }) => key), '*'],
      ...Object.fromEntries(
        model.fields.map((field) => [
          field.key,
          isWhole(field) ? { 'ui:field': 'whole' } : { 'ui:widget': field.type },
        ]),
      ),
    },
    conditions: {},
    validator: '',
  }
}

const isWhole = ({ type, currencies }: Field): boolean =>
  type === 'json' ||
  type === 'address' ||
  type === 'geo_point' ||
  type === 'signature' ||
  (type === 'money' && currencies !== undefined)

function property(field: Field): Record<string, unknown> {
  const list =
    field.type === 'multi_select' || field.type === 'file' || field.type === 'image' || field.many === true
  const plain: Partial<Record<string, string>> = {
    boolean: 'boolean',
    number: 'number',
    integer: 'integer',
    duration: 'integer',
    rating: 'integer',
  }
  return {
    title: field.label,
    ...(list
      ? {
          type: 'array',
          items: field.type === 'multi_select' ? { type: 'string' } : { type: 'object' },
          uniqueItems: true,
        }
      : isWhole(field)
        ? {}
        : { type: plain[field.type] ?? 'string' }),
    ...(field.default !== undefined && { default: field.default }),
  }
}

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
    ui_schema: {
      'ui:order': [...model.fields.map(({ key }) => key), '*'],
      ...Object.fromEntries(
        model.fields.map((field) => [
          field.key,
          field.type === 'json' ? { 'ui:field': 'json' } : { 'ui:widget': field.type },
        ]),
      ),
    },
    validator: '',
  }
}

function property(field: Field): Record<string, unknown> {
  const list =
    field.type === 'multi_select' || field.type === 'file' || field.type === 'image' || field.many === true
  const plain = { boolean: 'boolean', number: 'number', integer: 'integer' } as Record<string, string>
  return {
    title: field.label,
    ...(list
      ? {
          type: 'array',
          items: field.type === 'multi_select' ? { type: 'string' } : { type: 'object' },
          uniqueItems: true,
        }
      : { type: plain[field.type] ?? 'string' }),
    ...(field.default !== undefined && { default: field.default }),
  }
}

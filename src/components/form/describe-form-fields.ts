import { isJsonObject } from '#base/json.ts'
import type { FormDescription } from '#contracts/api/forms.ts'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'

/** The fields of a form: as the model describes them, and those an archetype adds as the form's own schema does. */
export function describeFormFields(
  model: ModelDescription,
  { schema, ui_schema }: Pick<FormDescription, 'schema' | 'ui_schema'>,
): ReadonlyMap<string, FieldDescription> {
  const known = new Map(model.fields.map((field) => [field.key, field]))
  return new Map(
    Object.entries(propertiesOf(schema)).map(([key, property]) => {
      const field = known.get(key)
      if (field) return [key, { ...field, read_only: field.read_only || property['readOnly'] === true }]
      const own = ui_schema[key]
      const options = isJsonObject(own) && isJsonObject(own['ui:options']) ? own['ui:options'] : {}
      const added = {
        ...options,
        key,
        label: typeof property['title'] === 'string' ? property['title'] : key,
        type: typeof options['type'] === 'string' ? options['type'] : 'text',
        required: options['required'] === true,
        read_only: property['readOnly'] === true,
        operators: [],
        sortable: false,
        groupable: false,
        aggregates: [],
      }
      return [key, added as unknown as FieldDescription]
    }),
  )
}

/** The properties of an object schema by key. */
export function propertiesOf(schema: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const found = schema['properties']
  return isJsonObject(found) ? (found as unknown as Record<string, Record<string, unknown>>) : {}
}

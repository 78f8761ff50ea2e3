import type { Archetype } from '#contracts/archetype.ts'
import type { Field } from '#contracts/field.ts'
import type { FieldTrees } from '#contracts/api/forms.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { isShownIn } from '#contracts/shown-in.ts'
import { allFieldTypes } from '../field-types/all-field-types.ts'
import type { JsonSchema } from '../field-types/field-type-part.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { effectiveFields } from './effective-archetype.ts'
import { conditionParts, conditionTree, keysRead, type ConditionPart } from './field-conditions.ts'
import { memberModelKey } from './field-info.ts'
import type { ModelInfo } from './workspace.ts'

export interface FormSchema {
  /** JSON Schema, draft-07. Fields the role may not read are not there; those it may not write are `readOnly`. */
  schema: JsonSchema
  /** For `@rjsf/core`: `ui:widget` is the field's type (`ui:field` is `whole` for values of several parts), `ui:options` what the widget needs. */
  uiSchema: Record<string, unknown>
  /** By field key: what the form follows live. A condition that reads what this role may not read is not there. */
  conditions: Record<string, FieldTrees>
}

/** The form of a record of this model, with this archetype, for this role. */
export function formSchema(model: ModelInfo, archetype: Archetype | null, access: Access): FormSchema {
  const fields = formFields(model, archetype, access)
  const mayReadAll = (field: Field, part: ConditionPart) =>
    keysRead(field, part).every((key) => key === 'user' || access.mayRead(model, key, true))
  const writable = (field: Field) =>
    access.mayWrite(model, field.key, true) &&
    fieldTypeOf(field.type).assigned !== true &&
    field.derived !== true &&
    mayReadAll(field, 'visible_if') &&
    mayReadAll(field, 'read_only_if')
  return {
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      title: model.label,
      properties: Object.fromEntries(
        fields.map((field) => [
          field.key,
          { ...fieldSchema(field), ...(writable(field) ? {} : { readOnly: true }) },
        ]),
      ),
      // A field that may be hidden is asked for by the form while it shows.
      required: fields
        .filter((field) => field.required === true && field.visible_if === undefined && writable(field))
        .map(({ key }) => key),
      ...(model.strict ? { additionalProperties: false } : {}),
    },
    uiSchema: {
      'ui:order': [...fields.map(({ key }) => key), '*'],
      ...Object.fromEntries(
        fields.map((field) => [
          field.key,
          { ...uiOf(field), ...(writable(field) ? {} : { 'ui:readonly': true }) },
        ]),
      ),
    },
    conditions: Object.fromEntries(
      fields.flatMap((field) => {
        const trees = treesOf(field, (part) => mayReadAll(field, part))
        return Object.keys(trees).length > 0 ? [[field.key, trees]] : []
      }),
    ),
  }
}

function treesOf(field: Field, open: (part: ConditionPart) => boolean): FieldTrees {
  const trees: FieldTrees = {}
  for (const part of [...conditionParts, 'default'] as const) {
    const tree = open(part) ? conditionTree(field, part) : null
    if (tree) trees[part] = tree
  }
  return trees
}

function formFields(model: ModelInfo, archetype: Archetype | null, access: Access): Field[] {
  if (!access.can(model, 'read')) return []
  if (model.kind === 'objects')
    return effectiveFields(model, archetype).filter(
      (field) => access.mayRead(model, field.key, true) && isShownIn(field, 'form'),
    )
  const readable = access.readable(model)
  return (model.system?.writable ?? []).flatMap((key) => readable.get(key)?.field ?? [])
}

function fieldSchema(field: Field): JsonSchema {
  return {
    title: field.label,
    ...(field.description === undefined ? {} : { description: field.description }),
    ...allFieldTypes[field.type].schema(field),
    ...(field.default === undefined || isExpression(field.default) ? {} : { default: field.default }),
  }
}

function uiOf(field: Field): Record<string, unknown> {
  const { many, unit, currency, currencies, scale, min, max, transitions, starts, max_length, min_length } =
    field
  const target = field.type === 'user' ? memberModelKey : field.target
  const given = {
    type: field.type,
    target,
    many,
    unit,
    currency,
    currencies,
    scale,
    min,
    max,
    min_length,
    max_length,
    transitions,
    starts,
    required: field.required,
    options: field.options?.map(optionParts),
  }
  const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { type } = allFieldTypes[field.type].schema(field)
  // A value of several parts is one input, not a group of them.
  const whole = type === undefined || type === 'object'
  return { ...(whole ? { 'ui:field': 'whole' } : { 'ui:widget': field.type }), 'ui:options': told }
}

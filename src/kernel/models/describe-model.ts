import { archetypeFields, type Archetype } from '#contracts/archetype.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Field } from '#contracts/field.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import type { FieldDescription, InverseDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Model } from '#contracts/model.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { conditionParts, keysRead } from './field-conditions.ts'
import type { FieldInfo } from './field-info.ts'
import type { ModelInfo, Workspace } from './workspace.ts'

/**
 * A model as this role may see it: what it may not read is not there. For `GET /api/models/{key}/description`. With the
 * workspace, relations also say which field names the records they point to, as far as the role may read it.
 */
export function describeModel(model: ModelInfo, access: Access, workspace?: Workspace): ModelDescription {
  const fields = access.readable(model)
  const title = model.titleField
  return {
    key: model.key,
    id: model.id,
    label: model.label,
    ...(model.source ? { description: model.source.description, icon: model.source.icon ?? null } : {}),
    title_field: title !== null && fields.has(title) ? title : null,
    ...standardMark(model),
    fields: [...fields.values()].map((info) => ({
      ...describeField(model, access, info),
      ...targetTitle(info, access, workspace),
    })),
    inverses: workspace ? inversesOf(model, access, workspace) : [],
    can: {
      create: access.can(model, 'create'),
      update: access.can(model, 'update'),
      delete: access.can(model, 'delete'),
      export: access.can(model, 'export'),
    },
  }
}

function describeField(model: ModelInfo, access: Access, info: FieldInfo): FieldDescription {
  const { field } = info
  const system = info.system && model.system?.writable.includes(info.key) !== true
  const mayChange = access.can(model, 'create') || access.can(model, 'update')
  return {
    key: info.key,
    label: info.label,
    type: info.type,
    ...given(field),
    ...(info.target === null ? {} : { target: info.target }),
    required: field.required === true,
    read_only:
      system ||
      !mayChange ||
      !access.mayWrite(model, info.key) ||
      fieldTypeOf(info.type).assigned === true ||
      field.derived === true,
    system,
    ...(info.computed ? { computed: info.computed.type } : {}),
    sortable: info.sortable,
    ...(info.sql.in === 'attributes' ? { indexed: info.sql.slot?.ready === true } : {}),
    groupable: info.groupable,
    operators: info.operators,
    aggregates: info.aggregates,
  }
}

function targetTitle(
  info: FieldInfo,
  access: Access,
  workspace: Workspace | undefined,
): Pick<FieldDescription, 'target_title'> {
  const target = info.target === null ? undefined : workspace?.models.get(info.target)
  if (!target?.titleField) return {}
  return { target_title: access.readable(target).has(target.titleField) ? target.titleField : null }
}

/** Relations of the workspace that point to this model and name what they hold on this side. */
function inversesOf(model: ModelInfo, access: Access, workspace: Workspace): InverseDescription[] {
  return [...workspace.modelsById.values()].flatMap((other) =>
    [...access.readable(other).values()].flatMap(({ key, field, target }) =>
      field.type === 'relation' && target === model.key && field.inverse !== undefined
        ? [
            {
              model: other.key,
              field: key,
              many: field.many === true,
              label: field.inverse,
              ...standardMark(other),
              writable: access.can(other, 'update') && access.mayWrite(other, key),
            },
          ]
        : [],
    ),
  )
}

const standardMark = ({ source }: ModelInfo): { standard?: true } =>
  source?.standard === undefined ? {} : { standard: true }

function given(field: Field): Partial<FieldDescription> {
  const { description, options, open, many, unit, currency, scale, min, max, max_length, unique, shown_in } =
    field
  const { currencies, currency_from, transitions, starts, min_length } = field
  return {
    ...(description === undefined ? {} : { description }),
    ...(options === undefined ? {} : { options: options.map(optionParts) }),
    ...(open === undefined ? {} : { open }),
    ...(many === undefined ? {} : { many }),
    ...(unit === undefined ? {} : { unit }),
    ...(currency === undefined ? {} : { currency }),
    ...(currencies === undefined ? {} : { currencies }),
    ...(currency_from === undefined ? {} : { currency_from }),
    ...(transitions === undefined ? {} : { transitions }),
    ...(starts === undefined ? {} : { starts }),
    ...(min_length === undefined ? {} : { min_length }),
    ...(scale === undefined ? {} : { scale }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(max_length === undefined ? {} : { max_length }),
    ...(unique === undefined ? {} : { unique }),
    ...(shown_in === undefined ? {} : { shown_in }),
  }
}

/**
 * A model's own definition with the fields this role may read, for `GET /api/models`: whole for who manages models (a
 * definition is not a value), null for who may not read the model.
 */
export function visibleModel(model: ModelInfo, access: Access): Model | null {
  if (!model.source) return null
  if (access.manages('models')) return model.source
  if (!access.can(model, 'read')) return null
  const { schema } = model.source
  if (!schema) return model.source
  const fields = (schema.fields ?? [])
    .filter(({ key }) => access.mayRead(model, key))
    .map((field) => (access.mayReadDefinition(model, field.key) ? field : withoutFormula(field)))
    .map((field) =>
      isComputedField(field) ? field : withoutClosedExpressions(field, (key) => access.mayRead(model, key)),
    )
  const { title_field, unique_together, ...rest } = schema
  const together = unique_together?.filter((keys) => keys.every((key) => access.mayRead(model, key)))
  const title = title_field !== undefined && access.mayRead(model, title_field) ? { title_field } : {}
  return {
    ...model.source,
    schema: { ...rest, fields, ...title, ...(together ? { unique_together: together } : {}) },
  }
}

// What an expression reads is named in its text.
function withoutClosedExpressions(field: Field, mayRead: (key: string) => boolean): Field {
  const open = { ...field }
  for (const part of [...conditionParts, 'default'] as const)
    if (!keysRead(field, part).every((key) => key === 'user' || mayRead(key))) delete open[part]
  return open
}

function withoutFormula(field: FieldDefinition): FieldDefinition {
  if (!isComputedField(field)) return field
  const { formula: _formula, lookup: _lookup, rollup: _rollup, ...shape } = field
  return shape
}

/** An archetype without the fields that a rule hides from this role on some model. */
export function visibleArchetype(workspace: Workspace, archetype: Archetype, access: Access): Archetype {
  if (!archetype.schema || access.manages('archetypes')) return archetype
  const hidden = new Set(
    archetypeFields(archetype.schema)
      .map(({ key }) => key)
      .filter((key) =>
        [...workspace.modelsById.values()].some((model) => isRuledOut(workspace, model, key, access)),
      ),
  )
  const open = (fields: Field[] | undefined) =>
    fields
      ?.filter(({ key }) => !hidden.has(key))
      .map((field) => withoutClosedExpressions(field, (key) => !hidden.has(key)))
  const assemblies = archetype.schema.assemblies.map((assembly) => ({
    ...assembly,
    ...(assembly.attributes ? { attributes: open(assembly.attributes) } : {}),
    ...(assembly.fields ? { fields: open(assembly.fields) } : {}),
  }))
  return { ...archetype, schema: { ...archetype.schema, assemblies } }
}

function isRuledOut(workspace: Workspace, model: ModelInfo, key: string, access: Access): boolean {
  const rule = model.id === null ? undefined : workspace.fieldPermissions.get(model.id)?.[key]
  return rule !== undefined && !access.roles.every((role) => rule.read_roles.includes(role))
}

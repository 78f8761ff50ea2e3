import { archetypeFields, type Archetype } from '#contracts/archetype.ts'
import { optionParts, type Field } from '#contracts/field.ts'
import type { FieldType } from '#contracts/field-types.ts'
import type { Model } from '#contracts/model.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import type { FieldInfo } from './field-info.ts'
import type { ModelInfo, Workspace } from './workspace.ts'

export interface DescribedField {
  key: string
  label: string
  type: FieldType
  description?: string
  options?: { value: string; label: string; color?: string }[]
  target?: string
  many?: boolean
  unit?: string
  currency?: string
  scale?: number
  required: boolean
  read_only: boolean
  /** Kept by the system: shown on demand, not by default. */
  system: boolean
  sortable: boolean
  groupable: boolean
  operators: readonly string[]
}

export interface DescribedModel {
  key: string
  id: string | null
  label: string
  title_field: string | null
  fields: DescribedField[]
  can: { create: boolean; update: boolean; delete: boolean; export: boolean }
}

/** A model as this role may see it: what it may not read is not there. For `GET /api/models/{key}/description`. */
export function describeModel(model: ModelInfo, access: Access): DescribedModel {
  const fields = access.readable(model)
  const title = model.titleField
  return {
    key: model.key,
    id: model.id,
    label: model.label,
    title_field: title !== null && fields.has(title) ? title : null,
    fields: [...fields.values()].map((info) => describeField(model, access, info)),
    can: {
      create: access.can(model, 'create'),
      update: access.can(model, 'update'),
      delete: access.can(model, 'delete'),
      export: access.can(model, 'export'),
    },
  }
}

function describeField(model: ModelInfo, access: Access, info: FieldInfo): DescribedField {
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
    read_only: system || !mayChange || !access.mayWrite(model, info.key),
    system,
    sortable: info.sortable,
    groupable: info.groupable,
    operators: info.operators,
  }
}

function given(field: Field): Partial<DescribedField> {
  const { description, options, many, unit, currency, scale } = field
  return {
    ...(description === undefined ? {} : { description }),
    ...(options === undefined ? {} : { options: options.map(optionParts) }),
    ...(many === undefined ? {} : { many }),
    ...(unit === undefined ? {} : { unit }),
    ...(currency === undefined ? {} : { currency }),
    ...(scale === undefined ? {} : { scale }),
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
  const fields = (schema.fields ?? []).filter(({ key }) => access.mayRead(model, key))
  const { title_field, ...rest } = schema
  const title = title_field !== undefined && access.mayRead(model, title_field) ? { title_field } : {}
  return { ...model.source, schema: { ...rest, fields, ...title } }
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
  const open = (fields: Field[] | undefined) => fields?.filter(({ key }) => !hidden.has(key))
  const assemblies = archetype.schema.assemblies.map((assembly) => ({
    ...assembly,
    ...(assembly.attributes ? { attributes: open(assembly.attributes) } : {}),
    ...(assembly.fields ? { fields: open(assembly.fields) } : {}),
  }))
  return { ...archetype, schema: { ...archetype.schema, assemblies } }
}

function isRuledOut(workspace: Workspace, model: ModelInfo, key: string, access: Access): boolean {
  const rule = model.id === null ? undefined : workspace.fieldPermissions.get(model.id)?.[key]
  return rule !== undefined && !rule.read_roles.includes(access.role)
}

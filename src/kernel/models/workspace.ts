import { archetypeFields, type Archetype } from '#contracts/archetype.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Field, Option } from '#contracts/field.ts'
import { isComputedField, plainFields } from '#contracts/is-computed-field.ts'
import type { Model } from '#contracts/model.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { withoutOldColours } from '#contracts/option-colour.ts'
import { builtInRoles, isOutsideRole, type ManageArea, type Role } from '#contracts/role.ts'
import { isJsonObject } from '#base/json.ts'
import type { ComputedProblem } from '../formulas/computed.ts'
import { compileComputed } from '../formulas/compile-computed.ts'
import { attributeField, type Choices, type FieldInfo } from './field-info.ts'
import { searchOf, slotOf, type SlotRow } from './slot-plan.ts'
import { objectSystemFields } from './system-fields.ts'
import { systemModels } from './system-models.ts'
import type { SystemModel } from './system-models/system-model.ts'

/** A model as questions and writes see it: a workspace's own (`objects`) or one of the system's (`table`). */
export interface ModelInfo {
  key: string
  id: string | null
  label: string
  /** What one record is called, where the workspace says so. */
  singular?: string
  kind: 'objects' | 'table'
  /** For `table`: the view in schema `app`. */
  table?: string
  /** System fields, the model's own, then those its default archetype adds. */
  fields: ReadonlyMap<string, FieldInfo>
  titleField: string | null
  strict: boolean
  /** Its records gather what is searched in one column: written always, looked at once it is `ready`. Null: not yet. */
  search: { ready: boolean } | null
  defaultArchetypeId: string | null
  source: Model | null
  manage?: ManageArea
  system?: SystemModel
}

export interface FieldRule {
  read_roles: readonly string[]
  write_roles: readonly string[]
}

/** How places are closed to whoever records of a model name; a standard model declares it. */
export interface Closing {
  /** The model whose records close a place. */
  model: string
  /** Its field that names to whom. */
  to: string
  /** By model: the paths from a record to the places it stands in. */
  paths: ReadonlyMap<string, readonly string[]>
}

/** Everything one release says, compiled once; plain data, never changed. */
export interface Workspace {
  tenantId: string
  releaseId: string
  /** Names the state of the typed columns that this was compiled with. */
  slotsId: string | null
  /** By key; the system's models too. */
  models: ReadonlyMap<string, ModelInfo>
  modelsById: ReadonlyMap<string, ModelInfo>
  archetypes: ReadonlyMap<string, Archetype>
  /** By key. */
  roles: ReadonlyMap<string, Role>
  /** By model id, then by field key; `*` is every key that no field declares. */
  fieldPermissions: ReadonlyMap<string, Readonly<Record<string, FieldRule>>>
  /** Null where nothing can be closed to anybody. */
  closing: Closing | null
}

/** Which fields own which typed columns. */
export interface Slots {
  id: string | null
  rows: readonly SlotRow[]
}

/** One definition of a release, as stored. */
export interface WorkspaceDocument {
  kind: string
  id: string
  key: string
  body: unknown
  created_at: string
}

const builtInLabels = {
  owner: 'Owner',
  admin: 'Administrator',
  member: 'Member',
  customer: 'Customer',
  public: 'Public',
} as const

/**
 * Compiles the documents of one release. Of layouts and routes (those shipped with the product too) it takes only what
 * they are called; other kinds are passed over.
 * Bodies were validated when they were written; what is missing in an old one takes its default. `slots` says which
 * fields are also kept in typed columns, `closing` how the product closes places, for workspaces that have its model.
 */
export function compileWorkspace(
  tenantId: string,
  releaseId: string,
  documents: readonly WorkspaceDocument[],
  slots: Slots = { id: null, rows: [] },
  closing: Closing | null = null,
): Workspace {
  const ofKind = (kind: string) => documents.filter((document) => document.kind === kind)
  const archetypes = new Map(ofKind('archetype').map((document) => [document.id, readArchetype(document)]))
  const roles = new Map<string, Role>(builtInRoles.map((key) => [key, builtInRole(key)]))
  for (const document of ofKind('role')) {
    if (isOutsideRole(document.key)) roles.set(document.key, outsideRole(document.key, document))
    else if (!roles.has(document.key)) roles.set(document.key, readRole(document))
  }
  const choices = choicesOf(roles, documents)
  const models = plainModels(documents, archetypes, choices, slots.rows)
  const modelsById = new Map<string, ModelInfo>()
  for (const model of withComputed(models, slots.rows).values()) {
    models.set(model.key, model)
    if (model.id !== null) modelsById.set(model.id, model)
  }
  const fieldPermissions = new Map<string, Readonly<Record<string, FieldRule>>>()
  for (const document of ofKind('field_permissions')) {
    const id = modelsById.has(document.key) ? document.key : (models.get(document.key)?.id ?? document.key)
    fieldPermissions.set(id, readFieldRules(document.body))
  }
  return {
    tenantId,
    releaseId,
    slotsId: slots.id,
    models,
    modelsById,
    archetypes,
    roles,
    fieldPermissions,
    closing: closing && models.has(closing.model) ? closing : null,
  }
}

/** What a field of the system may name: roles, layouts, routes and models by their keys, with what people call them. */
function choicesOf(
  roles: ReadonlyMap<string, Role>,
  documents: readonly WorkspaceDocument[],
): Record<Choices, Option[]> {
  const named = (
    kind: string,
    label: (title: string, key: string) => string,
    called: 'title' | 'label' = 'title',
  ): Option[] => {
    const byKey = new Map(
      documents
        .filter((document) => document.kind === kind)
        .map((document) => [document.key, label(titleOf(document, called), document.key)]),
    )
    return [...byKey]
      .map(([value, text]) => ({ value, label: text }))
      .toSorted((a, b) => (a.label < b.label ? -1 : 1))
  }
  return {
    // Nobody is given the role of those who are not signed in.
    roles: [...roles.values()].flatMap(({ key, label }) => (key === 'public' ? [] : [{ value: key, label }])),
    layouts: named('layout', (title) => title),
    routes: apart(named('route', (title) => title)),
    models: named('model', (label) => label, 'label'),
  }
}

/** Two addresses of one title are told apart by their paths. */
function apart(routes: readonly Option[]): Option[] {
  const named = routes.map(optionParts)
  const times = (label: string): number => named.filter((route) => route.label === label).length
  return named.map(({ value, label }) => ({
    value,
    label: label === value || times(label) === 1 ? label : `${label} (${value})`,
  }))
}

function titleOf(document: WorkspaceDocument, called: 'title' | 'label'): string {
  const { [called]: title } = bodyOf(document) as { title?: unknown; label?: unknown }
  return typeof title === 'string' && title !== '' ? title : document.key
}

function systemModelInfo(system: SystemModel, choices: Record<Choices, Option[]>): ModelInfo {
  return {
    key: system.key,
    id: null,
    label: system.label,
    kind: 'table',
    table: system.view,
    fields: new Map(
      system.fields.map((info) => [
        info.key,
        info.choices ? { ...info, field: { ...info.field, options: choices[info.choices] } } : info,
      ]),
    ),
    titleField: system.titleField,
    strict: true,
    search: null,
    defaultArchetypeId: null,
    source: null,
    manage: system.manage,
    system,
  }
}

/** All models; of computed fields only that they are there. */
function plainModels(
  documents: readonly WorkspaceDocument[],
  archetypes: ReadonlyMap<string, Archetype>,
  choices: Record<Choices, Option[]>,
  slots: readonly SlotRow[] = [],
): Map<string, ModelInfo> {
  const models = new Map<string, ModelInfo>(
    systemModels.map((model) => [model.key, systemModelInfo(model, choices)]),
  )
  for (const document of documents) {
    if (document.kind !== 'model' || document.key.startsWith('sys_')) continue
    const owned = slots.filter(({ model_id }) => model_id === document.id)
    const model = modelInfo(readModel(document), archetypes, owned)
    models.set(model.key, model)
  }
  return models
}

/** What is wrong with the computed fields of all models, for the save of one of them. */
export function computedProblems(documents: readonly WorkspaceDocument[]): readonly ComputedProblem[] {
  const archetypes = new Map(
    documents
      .filter(({ kind }) => kind === 'archetype')
      .map((document) => [document.id, readArchetype(document)]),
  )
  return compileComputed(
    plainModels(documents, archetypes, { roles: [], layouts: [], routes: [], models: [] }),
  ).problems
}

/** The workspace's own models with their computed fields in place; until then these stand there as text. */
function withComputed(
  models: ReadonlyMap<string, ModelInfo>,
  slots: readonly SlotRow[],
): Map<string, ModelInfo> {
  const { fields: compiled } = compileComputed(models)
  const own = [...models.values()].filter(({ kind }) => kind === 'objects')
  return new Map(
    own.map((model) => {
      const computed = compiled.get(model.key)
      if (!computed) return [model.key, model]
      const owned = slots.filter(({ model_id }) => model_id === model.id)
      const finished = (field: FieldInfo): FieldInfo => {
        const own = computed.get(field.key)
        return own ? withSlot(own, owned) : field
      }
      const fields = new Map([...model.fields].map(([key, field]) => [key, finished(field)]))
      return [model.key, { ...model, fields }]
    }),
  )
}

const withoutType = ({ key, label }: FieldDefinition): Field => ({ key, label, type: 'text' })

/** A model's own fields; of computed ones only that they are there. */
function modelInfo(
  model: Model,
  archetypes: ReadonlyMap<string, Archetype>,
  slots: readonly SlotRow[],
): ModelInfo {
  const own = (model.schema?.fields ?? []).map((field) =>
    isComputedField(field) ? withoutType(field) : field,
  )
  const archetypeId = model.default_archetype_id ?? null
  const added = archetypeId ? archetypeFields(archetypes.get(archetypeId)?.schema ?? null) : []
  const fields = new Map(objectSystemFields.map((field) => [field.key, field]))
  for (const field of [...own, ...added])
    if (!fields.has(field.key)) fields.set(field.key, withSlot(attributeField(field), slots))
  return {
    key: model.key,
    id: model.id,
    label: model.label,
    ...(model.schema?.singular !== undefined && { singular: model.schema.singular }),
    kind: 'objects',
    fields,
    titleField: titleField(
      model.schema?.title_field,
      [...plainFields(model.schema?.fields ?? []), ...added],
      own,
    ),
    strict: model.schema?.strict === true,
    search: searchOf(fields.values(), slots),
    defaultArchetypeId: archetypeId,
    source: model,
  }
}

function withSlot(field: FieldInfo, rows: readonly SlotRow[]): FieldInfo {
  const slot = rows.length > 0 ? slotOf(field, rows) : null
  return slot ? { ...field, sql: { in: 'attributes', slot } } : field
}

function titleField(
  chosen: string | undefined,
  fields: readonly Field[],
  own: readonly Field[],
): string | null {
  const field =
    own.find(({ key }) => key === chosen) ??
    fields.find(({ key }) => key === chosen) ??
    fields.find(({ type }) => type === 'text')
  return field?.key ?? null
}

const bodyOf = (document: WorkspaceDocument): object => (isJsonObject(document.body) ? document.body : {})

function readModel(document: WorkspaceDocument): Model {
  const defaults = { label: document.key, construct_type: 'item', description: null, schema: null }
  return {
    ...defaults,
    ...withoutOldColours(bodyOf(document)),
    key: document.key,
    id: document.id,
    created_at: document.created_at,
  }
}

function readArchetype(document: WorkspaceDocument): Archetype {
  const defaults = { name: document.key, description: null, schema: null }
  return {
    ...defaults,
    ...withoutOldColours(bodyOf(document)),
    id: document.id,
    created_at: document.created_at,
  }
}

function readRole(document: WorkspaceDocument): Role {
  const defaults = { label: document.key, description: null, manage: [] }
  return { ...defaults, ...bodyOf(document), key: document.key, id: document.id, built_in: false }
}

const builtInRole = (key: (typeof builtInRoles)[number]): Role => ({
  id: `stock:${key}`,
  key,
  label: builtInLabels[key],
  description: null,
  manage: [],
  built_in: true,
})

/** A built-in role whose grants are the workspace's. */
function outsideRole(key: (typeof builtInRoles)[number], document: WorkspaceDocument): Role {
  const { grants = {}, brought } = readRole(document)
  return { ...builtInRole(key), grants, ...(brought !== undefined && { brought }) }
}

const textList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

// A list that is missing or of another shape is nobody, never everybody.
function readFieldRules(body: unknown): Readonly<Record<string, FieldRule>> {
  const rules: Record<string, FieldRule> = Object.create(null) as Record<string, FieldRule>
  const fields = isJsonObject(body) ? body.fields : null
  if (!isJsonObject(fields)) return rules
  for (const [key, rule] of Object.entries(fields)) {
    const { read_roles, write_roles } = isJsonObject(rule) ? rule : {}
    rules[key] = { read_roles: textList(read_roles), write_roles: textList(write_roles) }
  }
  return rules
}

import type { ErrorDetail } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { archetypeFields, type ArchetypeSchema } from '#contracts/archetype.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import type { Model } from '#contracts/model.ts'
import { endModel } from '#kernel/formulas/plan.ts'
import { keysRead } from '#kernel/models/field-conditions.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Future } from '../releases/future.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'

const message = 'This tells what you may not read yourself.'

interface Sides {
  now: Workspace
  later: Workspace
  access: Access
}

/**
 * Fields by which whoever saves these changes would open what is hidden from themselves: values that are worked out from
 * it and shown to who may not read it, wherever they are, and defaults that copy it. What stays as it was, over all the
 * fields it is worked out from, is not theirs to answer for.
 */
export async function checkHiddenInputs(
  tx: Tx,
  caller: Caller,
  changes: readonly DefinitionChange[],
  future: Future,
  prefixed: boolean,
): Promise<ErrorDetail[]> {
  if (!changes.some(({ kind, body }) => body && (kind === 'model' || kind === 'archetype'))) return []
  const later = future.workspace()
  const now = await loadWorkspace(tx, caller.tenantId)
  const sides = { now, later, access: accessOf(later, caller) }
  const written = new Set(changes.flatMap(({ kind, key, body }) => (kind === 'model' && body ? [key] : [])))
  return [
    ...openedFields(sides).map(({ model, index, label }): ErrorDetail => {
      if (!written.has(model.key))
        return {
          path: prefixed ? '' : 'schema.fields',
          code: 'field_forbidden',
          message: `“${label}” of ${model.label}: ${message}`,
        }
      const prefix = prefixed ? `model.${model.key}.` : ''
      return { path: `${prefix}schema.fields.${index}.declassified`, code: 'field_forbidden', message }
    }),
    ...changes.flatMap(({ kind, key, body, id }) => {
      const prefix = prefixed ? `${kind}.${key}.` : ''
      if (kind === 'model' && body) return copiesOfModel(sides, key, body, prefix)
      return kind === 'archetype' && body ? copiesOfArchetype(sides, id ?? key, body, prefix) : []
    }),
  ]
}

/** Values open to everybody that are worked out otherwise than before, from what this person may not read. */
function openedFields({ now, later, access }: Sides) {
  return [...later.models.values()].flatMap((model) =>
    (model.source?.schema?.fields ?? []).flatMap(({ key, label }, index) => {
      const computed = model.fields.get(key)?.computed
      if (!computed?.declassified || access.mayReadDefinition(model, key)) return []
      const [before, after] = [now, later].map((workspace) => madeOf(workspace, model.key, key))
      return before === after ? [] : [{ model, index, label }]
    }),
  )
}

/** All that a field is worked out by, with what the fields it reads are worked out by, as one text. */
function madeOf(workspace: Workspace, modelKey: string, key: string): string {
  const parts = new Map<string, string>()
  const add = (of: string, field: string): void => {
    const computed = workspace.models.get(of)?.fields.get(field)?.computed
    if (!computed || parts.has(`${of}.${field}`)) return
    parts.set(`${of}.${field}`, canonicalJson(computed))
    for (const input of computed.reads) add(endModel(computed, input), input.key)
  }
  add(modelKey, key)
  return canonicalJson([...parts])
}

function copiesOfModel(sides: Sides, key: string, body: Partial<Model>, prefix: string): ErrorDetail[] {
  const model = sides.later.models.get(key)
  const before = sides.now.models.get(key)
  // In a model that is new nothing is hidden yet.
  if (!model || !before) return []
  const fields = body.schema?.fields ?? []
  const places = fields.map((field, index) => ({ field, path: `${prefix}schema.fields.${index}` }))
  return copies(places, before.source?.schema?.fields ?? [], (name) =>
    sides.access.mayRead(model, name, true),
  )
}

/** The fields of an archetype may be those of a record of any model. */
function copiesOfArchetype(
  { now, later, access }: Sides,
  id: string,
  body: { schema?: ArchetypeSchema | null },
  prefix: string,
): ErrorDetail[] {
  const places = (body.schema?.assemblies ?? []).flatMap((assembly, at) => {
    const list = assembly.attributes ? 'attributes' : 'fields'
    return (assembly[list] ?? []).map((field, index) => ({
      field,
      path: `${prefix}schema.assemblies.${at}.${list}.${index}`,
    }))
  })
  const models = [...later.models.values()].filter(({ kind }) => kind === 'objects')
  const hides = (model: ModelInfo, name: string): boolean =>
    (model.fields.has(name) || access.can(model, 'read')) && !access.mayRead(model, name, true)
  return copies(places, archetypeFields(now.archetypes.get(id)?.schema ?? null), (name) =>
    models.every((model) => !hides(model, name)),
  )
}

/** Defaults, new or changed, that are worked out from a field that may not be read. */
function copies(
  places: readonly { field: FieldDefinition; path: string }[],
  before: readonly FieldDefinition[],
  mayRead: (key: string) => boolean,
): ErrorDetail[] {
  const known = new Map(before.map((field) => [field.key, canonicalJson(field)]))
  return places.flatMap(({ field, path }): ErrorDetail[] => {
    if (isComputedField(field) || known.get(field.key) === canonicalJson(field)) return []
    return keysRead(field, 'default').every((key) => key === 'user' || mayRead(key))
      ? []
      : [{ path: `${path}.default`, code: 'field_forbidden', message }]
  })
}

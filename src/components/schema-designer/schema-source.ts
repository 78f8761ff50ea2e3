import type { Archetype } from '#contracts/archetype.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { Model } from '#contracts/model.ts'
import { listOf } from '#engine/data/list-of.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { cleanField, toFieldDraft, type FieldDraft, type GroupDraft } from './field-draft.ts'

/** What is being designed, as the list shows it. */
export interface SchemaDraft {
  /** What it is called. */
  name: string
  groups: GroupDraft[]
  /** Models only. */
  strict: boolean
  title_field: string | null
  /** Models only: what one record is called; empty for what the model is called. */
  singular: string
  /** Models only: sets of keys that are unique together; a set of fewer than two is not finished. */
  unique_together: string[][]
}

/** A model or archetype as it is stored. */
export type Stored = { kind: 'model'; model: Model } | { kind: 'archetype'; archetype: Archetype }

/** Reads a model or archetype by id or key; null when there is none. */
export async function readStored(
  api: ApiClient,
  kind: 'model' | 'archetype',
  id: string,
): Promise<Stored | null> {
  if (kind === 'model') {
    const models = listOf<Model>(await api.call('GET /api/models'))
    const model = models.find((one) => one.id === id || one.key === id)
    return model ? { kind, model } : null
  }
  const archetypes = listOf<Archetype>(await api.call('GET /api/archetypes'))
  const archetype = archetypes.find((one) => one.id === id)
  return archetype ? { kind, archetype } : null
}

/** What is stored, ready to be changed; fields that `before` has too keep their line, and with it what is chosen. */
export function toSchemaDraft(stored: Stored, before?: SchemaDraft): SchemaDraft {
  const lines = new Map(
    before?.groups.flatMap(({ key, fields }) => fields.map((one) => [`${key} ${one.field.key}`, one.id])),
  )
  const linesOf = (group: string, fields: readonly FieldDefinition[]): FieldDraft[] =>
    fields.map((field) => toFieldDraft(field, lines.get(`${group} ${field.key}`)))
  if (stored.kind === 'model') {
    const { label, schema } = stored.model
    return {
      name: label,
      groups: [{ key: 'fields', label: '', fields: linesOf('fields', schema?.fields ?? []) }],
      strict: schema?.strict ?? false,
      title_field: schema?.title_field ?? null,
      singular: schema?.singular ?? '',
      unique_together: schema?.unique_together ?? [],
    }
  }
  const { name, schema } = stored.archetype
  const groups = (schema?.assemblies ?? []).map(({ key, label, description, attributes, fields }) => ({
    key,
    label,
    description,
    fields: linesOf(key, attributes ?? fields ?? []),
  }))
  return {
    name,
    groups: groups.length > 0 ? groups : [{ key: 'general', label: 'General', fields: [] }],
    strict: false,
    title_field: null,
    singular: '',
    unique_together: [],
  }
}

/**
 * Saves and releases over `stored`, which the draft began with; what others released meanwhile stays. Answers what is
 * stored then. Rejects with `ApiError`; paths of 422 end in `…fields.<n>.<part>`.
 */
export async function saveSchema(
  api: ApiClient,
  stored: Stored,
  draft: SchemaDraft,
  drops = false,
): Promise<Stored> {
  if (stored.kind === 'model') {
    const fields = draft.groups.flatMap(({ fields: list }) => list.map(({ field }) => cleanField(field)))
    const title =
      draft.title_field !== null && fields.some(({ key }) => key === draft.title_field)
        ? { title_field: draft.title_field }
        : {}
    const known = new Set(fields.map(({ key }) => key))
    const together = draft.unique_together
      .map((keys) => keys.filter((key) => known.has(key)))
      .filter((keys) => keys.length > 1)
    const model = await api.call('PUT /api/models/{id}', {
      params: { id: stored.model.id },
      body: {
        base: stored.model.schema,
        ...(drops && {
          drop: (stored.model.schema?.fields ?? []).map(({ key }) => key).filter((key) => !known.has(key)),
        }),
        schema: {
          version: (stored.model.schema?.version ?? 0) + 1,
          fields,
          ...(draft.strict && { strict: true }),
          ...title,
          ...(draft.singular.trim() !== '' && { singular: draft.singular.trim() }),
          ...(together.length > 0 && { unique_together: together }),
        },
      },
    })
    return { kind: 'model', model }
  }
  const assemblies = draft.groups.map(({ key, label, description, fields }) => ({
    key,
    label,
    ...(description ? { description } : {}),
    attributes: plainFields(fields.map(({ field }) => cleanField(field))),
  }))
  const archetype = await api.call('PUT /api/archetypes/{id}', {
    params: { id: stored.archetype.id },
    body: {
      base: stored.archetype.schema,
      schema: { version: (stored.archetype.schema?.version ?? 0) + 1, assemblies },
    },
  })
  return { kind: 'archetype', archetype }
}

/** The line a problem of the server is about: `schema.fields.2.key`, `schema.assemblies.0.attributes.1.type`. */
export function lineOf(path: string, draft: SchemaDraft): string | null {
  const inGroup = /assemblies\.(\d+)\.(?:attributes|fields)\.(\d+)/.exec(path)
  if (inGroup) return draft.groups[Number(inGroup[1])]?.fields[Number(inGroup[2])]?.id ?? null
  const plain = /fields\.(\d+)/.exec(path)
  return plain ? (draft.groups[0]?.fields[Number(plain[1])]?.id ?? null) : null
}

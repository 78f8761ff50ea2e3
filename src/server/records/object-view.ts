import type { Field } from '#contracts/field.ts'
import type { CatalogBlock, ObjectView } from '#contracts/object.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { ask, type RecordContext } from './record-context.ts'
import { requireInside } from './require-inside.ts'
import type { StoredObject } from './stored-object.ts'

/** Models of this construct type are catalogues: a record that links to one of their records carries its catalogue block. */
const catalogType = 'catalog_item'

/** The fields an object has by its effective archetype. */
export const fieldsOf = (
  workspace: Workspace,
  model: ModelInfo,
  archetypeId: string | null,
): readonly Field[] => effectiveFields(model, effectiveArchetype(workspace, model, archetypeId).archetype)

/** The free map as this reader may see it; hidden keys are absent. */
function readableAttributes(
  { workspace, access }: RecordContext,
  model: ModelInfo,
  object: StoredObject,
): Record<string, unknown> {
  const declared = new Set(fieldsOf(workspace, model, object.archetype_id).map(({ key }) => key))
  return Object.fromEntries(
    Object.entries(object.attributes).filter(([key]) => access.mayRead(model, key, declared.has(key))),
  )
}

function view(
  context: RecordContext,
  model: ModelInfo,
  object: StoredObject,
  catalog: CatalogBlock | null,
): ObjectView {
  const { archetype, source } = effectiveArchetype(context.workspace, model, object.archetype_id)
  return {
    id: object.id,
    token: object.token,
    archetype_id: object.archetype_id,
    model_id: object.model_id,
    attributes: readableAttributes(context, model, object),
    created_at: object.created_at,
    updated_at: object.updated_at,
    revision: object.revision,
    effective_archetype_id: archetype?.id ?? null,
    effective_archetype_name: archetype?.name ?? null,
    effective_archetype_source: source,
    catalog,
    model: { id: object.model_id, key: model.key, label: model.label },
  }
}

interface CatalogLink {
  object: StoredObject
  target: ModelInfo
  id: string
}

/** The first readable relation of an object that leads to a catalogue. */
function catalogLink(
  { workspace, access }: RecordContext,
  model: ModelInfo,
  object: StoredObject,
): CatalogLink | null {
  for (const field of fieldsOf(workspace, model, object.archetype_id)) {
    if (field.type !== 'relation' || field.target === undefined || field.many === true) continue
    const target = workspace.models.get(field.target)
    const id = object.attributes[field.key]
    const isCatalog = target?.source?.construct_type === catalogType && access.can(target, 'read')
    if (target && isCatalog && typeof id === 'string' && access.mayRead(model, field.key, true))
      return { object, target, id }
  }
  return null
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Catalogue blocks by object id, asked as the reader: what they may not see of the catalogue is null. */
async function catalogBlocks(
  context: RecordContext,
  objects: readonly (readonly [ModelInfo, StoredObject])[],
): Promise<Map<string, CatalogBlock>> {
  const links = objects
    .map(([model, object]) => catalogLink(context, model, object))
    .filter((link) => link !== null)
  const blocks = new Map<string, CatalogBlock>()
  for (const target of new Set(links.map((link) => link.target))) {
    const readable = context.access.readable(target)
    const code = [...readable.values()].find(
      ({ field, type }) => field.unique === true && type === 'text',
    )?.key
    const title =
      target.titleField !== null && readable.has(target.titleField) ? target.titleField : undefined
    const fields = ['id', ...new Set([code, title].filter((key) => key !== undefined))]
    const own = links.filter((link) => link.target === target)
    const { rows } = await ask(context, {
      model: target.key,
      fields,
      where: { field: 'id', op: 'in', value: [...new Set(own.map(({ id }) => id))] },
      page: { size: 500 },
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { object, id } of own) {
      const row = byId.get(id)
      if (!row) continue
      blocks.set(object.id, {
        catalog_type_id: target.id,
        catalog_type_label: target.label,
        catalog_item_id: id,
        catalog_item_code: code === undefined ? null : textOrNull(row[code]),
        catalog_item_name: title === undefined ? null : textOrNull(row[title]),
      })
    }
  }
  return blocks
}

/** Objects as the API shows them (E-06…E-09): readable attributes, effective archetype, catalogue and model blocks always there. */
export async function objectViews(
  context: RecordContext,
  objects: readonly StoredObject[],
): Promise<ObjectView[]> {
  requireInside(context)
  const known = objects.flatMap((object) => {
    const model = context.workspace.modelsById.get(object.model_id)
    return model ? [[model, object] as const] : []
  })
  const catalogs = await catalogBlocks(context, known)
  return known.map(([model, object]) => view(context, model, object, catalogs.get(object.id) ?? null))
}

import type { ReadStep } from '../claimed-read.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { RevisionElement } from './revision-element.ts'

interface ElementRow extends Record<string, string | null | object> {
  id: string
  fingerprint: Fingerprint | null
}

const elementsOf = `
  select id, attributes ->> 'identity' as identity, attributes ->> 'global_id' as global_id, attributes ->> 'ifc_class' as ifc_class,
    attributes ->> 'tag' as tag, attributes ->> 'name' as name, attributes ->> 'type_name' as type_name,
    attributes ->> 'predefined_type' as predefined_type, attributes ->> 'storey' as storey, attributes ->> 'materials' as materials,
    attributes -> 'fingerprint' as fingerprint
  from app.objects
  where tenant_id = $1 and model_id = $2 and attributes ->> 'version' = $3 and deleted_at is null order by id`

/** The elements of a version as they are compared, in the order in which they were read. */
export async function loadElements(
  { context: { tx, caller }, models }: ReadStep,
  versionId: string,
): Promise<RevisionElement[]> {
  const { rows } = await tx.query<ElementRow>(elementsOf, [caller.tenantId, models.elements.id, versionId])
  return rows.map((row) => {
    const text = (key: string): string | null => {
      const value = row[key]
      return typeof value === 'string' ? value : null
    }
    return {
      id: row.id,
      identity: text('identity') ?? row.id,
      globalId: text('global_id'),
      ifcClass: text('ifc_class') ?? '',
      tag: text('tag'),
      name: text('name') ?? '',
      typeName: text('type_name'),
      predefinedType: text('predefined_type'),
      storey: text('storey'),
      materials: text('materials'),
      shape: row.fingerprint?.shape ?? null,
      quantities: row.fingerprint?.quantities ?? null,
      properties: row.fingerprint?.properties ?? null,
    }
  })
}

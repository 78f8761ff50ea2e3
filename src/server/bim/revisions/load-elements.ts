import { readySlot } from '#kernel/sql/field-types.ts'
import type { ReadStep } from '../claimed-read.ts'
import { revisionElement, type RevisionElement } from './revision-element.ts'

interface ElementRow extends Record<string, string | null | object> {
  id: string
  change: string | null
}

/** An element, and what it says became of it since the version before. */
export interface StoredElement extends RevisionElement {
  change: string | null
}

// Each look into a map unpacks all of it again: one takes out everything.
const elementsOf = (version: string): string => `
  select o.id, e.* from app.objects o
  cross join lateral jsonb_to_record(o.attributes) as e (version text, identity text, global_id text, ifc_class text, tag text,
    name text, type_name text, predefined_type text, storey text, materials text, change text, fingerprint jsonb)
  where o.tenant_id = $1 and o.model_id = $2 and o.deleted_at is null and ${version} = $3 order by o.id`

/** The elements of a version as they are compared, in the order in which they were read. */
export async function loadElements(
  { context: { tx, caller }, models }: ReadStep,
  versionId: string,
): Promise<StoredElement[]> {
  const field = models.elements.fields.get('version')
  const slot = field && readySlot(field)
  const { rows } = await tx.query<ElementRow>(elementsOf(slot ? `o.${slot.name}` : 'e.version'), [
    caller.tenantId,
    models.elements.id,
    versionId,
  ])
  return rows.map((row) => ({ ...revisionElement(row.id, row), change: row.change }))
}

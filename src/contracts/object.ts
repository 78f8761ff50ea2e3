import { z } from 'zod'
import type { Archetype } from './archetype.ts'

const attributesSchema = z.record(z.string(), z.json())

export const objectCreateSchema = z.strictObject({
  model_id: z.uuid(),
  archetype_id: z.uuid().nullable().optional(),
  attributes: attributesSchema.default({}),
  parent_token: z.string().max(64).nullable().optional(),
})

/** Attributes merge key by key: absent = unchanged, null = cleared. */
export const objectUpdateSchema = z.strictObject({
  archetype_id: z.uuid().nullable().optional(),
  attributes: attributesSchema.optional(),
  base: attributesSchema.optional(),
})

export interface CatalogBlock {
  catalog_type_id: string | null
  catalog_type_label: string | null
  catalog_item_id: string | null
  catalog_item_code: string | null
  catalog_item_name: string | null
}

/** E-06, E-07. */
export interface ObjectView {
  id: string
  token: string
  archetype_id: string | null
  model_id: string
  attributes: Record<string, unknown>
  created_at: string
  updated_at: string
  revision: number
  effective_archetype_id: string | null
  effective_archetype_name: string | null
  effective_archetype_source: 'object' | 'default' | 'none'
  catalog: CatalogBlock | null
  model: { id: string; key: string; label: string } | null
}

export interface EventView {
  id: string
  at: string
  actor: { id: string; name: string } | null
  /** The name of the API token or the workflow by which it was done. */
  via?: string
  /** The run of the workflow by which it was done. */
  workflow_run_id?: string
  /** `shared` and `unshared`: a public link was made or taken back. */
  kind: 'created' | 'updated' | 'deleted' | 'restored' | 'purged' | 'shared' | 'unshared'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /**
   * For values that nobody wrote: they follow from a change of another record (null: of several, or of one this reader
   * may not see), or from a new definition.
   */
  cause?: { model: string | null; record_id: string | null } | { definition: true }
}

/** E-10. */
export interface FullObject extends ObjectView {
  archetype: Archetype | null
  parents: ObjectView[]
  children: ObjectView[]
  events: EventView[]
}

import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** A deleted record as the bin shows it. */
export interface BinRow {
  id: string
  /** Null when it has none, or this reader may not read it. */
  title: string | null
  deleted_at: string
  deleted_by: { id: string; name: string } | null
}

export interface Bin {
  /** The model whose records these are; null when there is nothing to show. */
  model: { key: string; label: string } | null
  /** Models of which this reader may bring records back, and that have some in the bin. */
  models: { key: string; label: string }[]
  /** Whether this reader may remove records for good. */
  can_purge: boolean
  rows: BinRow[]
  page: { size: number; after: string | null }
}

/** Deleted records of one model, the last deleted first. Without `model` the first that has some. */
export const readBin = defineEndpoint({
  method: 'GET',
  path: '/api/bin',
  summary: 'Deleted records that can be brought back',
  access: 'tenant',
  search: z.strictObject({
    model: z.string().max(63).optional(),
    size: z.coerce.number().int().min(1).max(500).default(100),
    after: z.string().max(200).optional(),
  }),
  answer: z.custom<Bin>(),
})

/**
 * Removes deleted records for good: the records, the values in their history, and answers kept for repeated writes. That
 * they were there, who changed them when, and who purged them stays in the history without content.
 */
export const purgeRecords = defineEndpoint({
  method: 'POST',
  path: '/api/bin/purge',
  summary: 'Remove deleted records and their history for good',
  access: 'tenant',
  body: z.strictObject({ model: z.string().max(63), ids: z.array(z.uuid()).min(1).max(500) }),
  answer: z.custom<{
    purged: string[]
    /** Still there: other records are inside them. */
    kept: string[]
  }>(),
  errors: ['forbidden', 'not_found'],
})

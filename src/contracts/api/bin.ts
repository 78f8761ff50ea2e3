import { z } from 'zod'
import type { Row } from '../query.ts'
import { defineEndpoint } from './endpoint.ts'

/** A deleted record as the bin shows it. */
export interface BinRow {
  id: string
  /** Null when it has none, or this reader may not read it. */
  title: string | null
  deleted_at: string
  deleted_by: { id: string; name: string } | null
}

/** A model by its name. `ours`: the product named it. */
interface NamedModel {
  key: string
  label: string
  ours: boolean
}

/** A model with deleted records. */
export interface BinModel extends NamedModel {
  /** How many of its records are in the bin, for whoever may remove them for good; null for others. */
  count: number | null
}

export interface Bin {
  /** The model whose records these are; null when there is nothing to show. */
  model: BinModel | null
  /** Models of which this reader may bring records back, and that have some in the bin. */
  models: BinModel[]
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
    /** Only records whose title holds this, in upper or lower case. */
    search: z.string().max(200).optional(),
    size: z.coerce.number().int().min(1).max(500).default(100),
    after: z.string().max(200).optional(),
  }),
  answer: z.custom<Bin>(),
})

/** A deleted record of which an id or a token was known. */
export interface FoundInBin {
  model: NamedModel
  row: BinRow
}

/** For a page whose record is not there any more: null unless it lies in the bin and this reader may bring it back. */
export const findBinned = defineEndpoint({
  method: 'GET',
  path: '/api/bin/find',
  summary: 'The deleted record of an id or token, if you may bring it back; otherwise null',
  access: 'tenant',
  search: z.strictObject({ record: z.string().min(1).max(200) }),
  answer: z.custom<FoundInBin | null>(),
})

/** What a deleted record held, with what this reader may read now: the row as `POST /api/query` gives it. */
export const readBinned = defineEndpoint({
  method: 'GET',
  path: '/api/bin/{model}/{id}',
  summary: 'One deleted record, as it was when it was deleted',
  access: 'tenant',
  params: z.strictObject({ model: z.string().max(63), id: z.uuid() }),
  answer: z.custom<Row>(),
})

/** Why a record stays in the bin. */
export interface BinRefusal {
  id: string
  title: string | null
  code: string
  message: string
}

/** Brings several records back, as one step that can be undone. One that cannot come back does not hold up the others. */
export const restoreBinned = defineEndpoint({
  method: 'POST',
  path: '/api/bin/restore',
  summary: 'Bring several deleted records back',
  access: 'tenant',
  body: z.strictObject({ model: z.string().max(63), ids: z.array(z.uuid()).min(1).max(500) }),
  answer: z.custom<{ restored: string[]; refused: BinRefusal[] }>(),
  errors: ['forbidden', 'not_found'],
})

/** Records of one model that point to what is to go; their fields read as empty then. */
export interface BinPointing {
  label: string
  ours: boolean
  count: number
}

/**
 * Removes deleted records for good: the records, the values in their history, and answers kept for repeated writes. That
 * they were there, who changed them when, and who purged them stays in the history without content.
 */
export const purgeRecords = defineEndpoint({
  method: 'POST',
  path: '/api/bin/purge',
  summary: 'Remove deleted records and their history for good',
  access: 'tenant',
  body: z.strictObject({
    model: z.string().max(63),
    ids: z.array(z.uuid()).min(1).max(500),
    /** Only say what would go and what points to it: nothing is removed. */
    dry: z.boolean().default(false),
  }),
  answer: z.custom<{
    purged: string[]
    /** Still there: other records are inside them, or without them a customer would see again what was closed. */
    kept: string[]
    /** Whether in the bin themselves or not, as far as this reader sees them; only when asked `dry`. */
    pointing?: BinPointing[]
  }>(),
  errors: ['forbidden', 'not_found'],
})

import { z } from 'zod'
import type { EventView } from '../object.ts'
import type { QueryResult, Row } from '../query.ts'
import { timeZoneSchema } from '../time-zone.ts'
import { defineEndpoint } from './endpoint.ts'
import { exportFormatSchema } from './exports.ts'

const modelParams = z.strictObject({ model: z.string().min(1).max(63) })
// Ids of records are UUIDs; those of some of the system's models are not.
const recordIdSchema = z.string().min(1).max(200)
const recordParams = modelParams.extend({ id: recordIdSchema })
const valuesSchema = z.record(z.string(), z.json())
const rowAnswer = z.custom<Row>()
const writeErrors = ['invalid', 'not_unique', 'field_forbidden', 'forbidden'] as const

/** The same question as `POST /api/query`, in an address. `fields` and `expand` are keys with commas, `sort` `name,-created_at`. */
export const listRecords = defineEndpoint({
  method: 'GET',
  path: '/api/records/{model}',
  summary: 'Records of any model',
  access: 'tenant',
  params: modelParams,
  search: z.strictObject({
    /** A condition as JSON text: `{"field":"city","op":"eq","value":"Bonn"}` */
    where: z.string().max(20_000).optional(),
    sort: z.string().max(2000).optional(),
    fields: z.string().max(20_000).optional(),
    expand: z.string().max(2000).optional(),
    search: z.string().max(200).optional(),
    size: z.coerce.number().int().min(1).max(500).optional(),
    after: z.string().max(4000).optional(),
    total: z.enum(['none', 'estimate', 'exact']).optional(),
  }),
  answer: z.custom<QueryResult>(),
  errors: ['unknown_field', 'invalid'],
})

/**
 * Values by field key beside `archetype_id` and `parent_token`; the shape `{attributes: {…}}` is taken as well.
 * The answer is the row as `POST /api/query` gives it.
 */
export const createRecord = defineEndpoint({
  method: 'POST',
  path: '/api/records/{model}',
  summary: 'Create a record of any model',
  access: 'tenant',
  params: modelParams,
  body: valuesSchema,
  answer: rowAnswer,
  status: 201,
  errors: writeErrors,
})

/** `base` holds the values the writer saw: disjoint edits merge, an overlap is 412 with both values. */
export const updateRecord = defineEndpoint({
  method: 'PATCH',
  path: '/api/records/{model}/{id}',
  summary: 'Change some fields of a record',
  access: 'tenant',
  params: recordParams,
  body: valuesSchema,
  answer: rowAnswer,
  errors: [...writeErrors, 'edit_conflict'],
})

export const deleteRecord = defineEndpoint({
  method: 'DELETE',
  path: '/api/records/{model}/{id}',
  summary: 'Delete a record',
  access: 'tenant',
  params: recordParams,
  status: 204,
  errors: ['in_use', 'forbidden'],
})

const versionChoice = z.strictObject({
  /** As it was at this moment. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** As it was right after this event of its history. */
  event: z.uuid().optional(),
})

/** The row as `POST /api/query` gives it, now or in the past. What the reader may not see now is not shown of then. */
export const readRecord = defineEndpoint({
  method: 'GET',
  path: '/api/records/{model}/{id}',
  summary: 'One record, as it is or as it was',
  access: 'tenant',
  params: recordParams,
  search: versionChoice,
  answer: rowAnswer,
  errors: ['invalid'],
})

const restoreChoice = versionChoice.extend({
  /** The values the person saw: what somebody changed since to something else is 412 with both values. */
  base: valuesSchema.optional(),
  /** Fields that stay as they are. */
  keep: z.array(z.string().max(63)).max(500).optional(),
})

/** Brings a deleted record back; with `at` or `event` gives a record the values of that version. */
export const restoreRecord = defineEndpoint({
  method: 'POST',
  path: '/api/records/{model}/{id}/restore',
  summary: 'Bring a deleted record or an earlier version back',
  access: 'tenant',
  params: recordParams,
  body: restoreChoice.optional(),
  answer: rowAnswer,
  errors: ['not_unique', 'forbidden', 'invalid', 'field_forbidden', 'edit_conflict'],
})

export const recordEvents = defineEndpoint({
  method: 'GET',
  path: '/api/records/{model}/{id}/events',
  summary: 'What happened to a record, newest first, as this reader may see it',
  access: 'tenant',
  params: recordParams,
  search: z.strictObject({
    size: z.coerce.number().int().min(1).max(500).optional(),
    after: z.uuid().optional(),
  }),
  answer: z.custom<{ rows: EventView[]; page: { size: number; after: string | null } }>(),
})

/** All of it happens, or nothing: the first refusal takes everything back and names its place (`update.3.values.name`). */
export const bulkRecords = defineEndpoint({
  method: 'POST',
  path: '/api/records/{model}/bulk',
  summary: 'Create, change and delete many records in one transaction',
  access: 'tenant',
  params: modelParams,
  body: z.strictObject({
    create: z.array(valuesSchema).max(1000).default([]),
    update: z
      .array(z.strictObject({ id: recordIdSchema, values: valuesSchema, base: valuesSchema.optional() }))
      .max(1000)
      .default([]),
    delete: z.array(recordIdSchema).max(1000).default([]),
  }),
  answer: z.custom<{ created: string[]; updated: string[]; deleted: string[] }>(),
  errors: [...writeErrors, 'edit_conflict', 'in_use'],
})

/** `query` is a Query value as JSON text without `model`; its rows and fields narrow what is written. */
export const exportRecords = defineEndpoint({
  method: 'GET',
  path: '/api/records/{model}/export',
  summary: 'Download records as CSV, XLSX or JSON',
  access: 'tenant',
  params: modelParams,
  search: z.strictObject({
    format: exportFormatSchema.default('csv'),
    query: z.string().max(20_000).optional(),
    /** Begin a CSV with a byte order mark, which spreadsheet programs need to read it as UTF-8. */
    bom: z.enum(['0', '1']).default('0'),
    /** Whose clocks show the moments of a CSV or a workbook; UTC unless told. */
    zone: timeZoneSchema.optional(),
  }),
  answer: 'raw',
  errors: ['unknown_field', 'forbidden'],
})

/** Most labels of one sheet document. */
export const mostLabels = 500

/**
 * A4 sheets of 21 self-adhesive labels, 63.5 × 38.1 mm: name, code, and the address of the record as QR. `query` as for the
 * export, without `fields`; 422 where it finds more than 500 records.
 */
export const labelRecords = defineEndpoint({
  method: 'GET',
  path: '/api/records/{model}/labels',
  summary: 'Labels with QR codes to print, one for each record, as PDF',
  access: 'tenant',
  params: modelParams,
  search: z.strictObject({ query: z.string().max(20_000).optional() }),
  answer: 'raw',
  errors: ['unknown_field', 'forbidden', 'invalid'],
})

/** The body is the file itself. Columns are matched to fields by key or label; use /api/imports to map them by hand. */
export const importRecords = defineEndpoint({
  method: 'POST',
  path: '/api/records/{model}/import',
  summary: 'Import a CSV, TSV, XLSX or JSON file into a model',
  access: 'tenant',
  params: modelParams,
  search: z.strictObject({
    name: z.string().max(300).default('import.csv'),
    mode: z.enum(['all_or_nothing', 'skip_bad']).default('all_or_nothing'),
    /** Field whose value finds the record to change instead of creating one; `id` finds exported records again. */
    key: z.string().max(63).optional(),
    /** With a key: what a row is whose key is empty, a mistake or a new record. */
    without_key: z.enum(['refuse', 'create']).default('refuse'),
    /** Whose clocks show the times that the file writes without a zone; UTC unless told. */
    zone: timeZoneSchema.optional(),
  }),
  takes: 'bytes',
  maxBody: 25 * 1024 * 1024,
  answer: z.custom<{
    rows: number
    created: number
    updated: number
    rejected: { row: number; path: string; message: string }[]
    /** Headers that match no field. */
    ignored: string[]
  }>(),
  errors: writeErrors,
})

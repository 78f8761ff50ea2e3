import { z } from 'zod'
import type { Message } from '#base/saying.ts'
import type { FieldType } from '../field-types.ts'
import { fieldSchema, keySchema, type Option } from '../field.ts'
import { languageNames } from '../language.ts'
import { timeZoneSchema } from '../time-zone.ts'
import type { Reason } from '../reason.ts'
import { defineEndpoint } from './endpoint.ts'

export type ImportFormat = 'csv' | 'tsv' | 'xlsx' | 'json'

/** One column of a staged file: what it seems to hold. `key` names the column in the run as `source`. */
export interface ImportColumn {
  key: string
  /** The header as the file has it. */
  label: string
  type: FieldType
  options?: Option[]
  /** Its different values in order, where they are few and short enough for a field of choices. */
  values?: string[]
  unique: boolean
  required: boolean
  /** How many cells are empty. */
  empty: number
  samples: string[]
  /** 0…1: which share of the filled cells reads as `type`. */
  confidence: number
  currency?: string
  unit?: string
  scale?: number
  /** The column that identifies a row best (a code, an article number). */
  code?: boolean
  /** How its numbers and dates are read: the decimal mark, and whether the day or the month comes first. */
  reads?: { mark: '.' | ','; order: 'dmy' | 'mdy' }
}

export interface StagedImport {
  id: string
  name: string
  format: ImportFormat
  /** Sheet names of a workbook, and the one that was read. */
  sheets?: string[]
  sheet?: string
  /** How a text file is written, as it was found out. */
  dialect?: { encoding: string; delimiter?: string }
  rows: number
  /** How many rows were looked at to say what the columns hold; fewer than `rows` in long files. */
  looked: number
  columns: ImportColumn[]
  /** The first 20 rows as text by column key. */
  preview: Record<string, string | null>[]
  /** What you made of earlier files with the same columns, newest first; one of each model. */
  before: EarlierImport[]
}

/** What was made of a file: which field of `model` each column filled, and how rows found their records. */
export interface EarlierImport {
  model: string
  columns: ImportMapping[]
  mode: ImportRun['mode']
  key?: string
  conflicts: ImportRun['conflicts']
}

export interface RejectedRow extends Message {
  /** 1-based line of the file (or sheet row; position in a JSON list). */
  row: number
  /** The key of the field. */
  path: string
  /** What the file calls it, or else the model. */
  column?: string
  /** What the file says, and what the record holds instead because somebody else changed it since. */
  value?: string | null
  theirs?: string | null
}

/** A row that met other people's changes and waits for a decision. */
export interface ImportConflict {
  row: number
  /** The record. */
  id: string
  title: string | null
  fields: Record<string, { mine: unknown; theirs: unknown }>
}

export interface ImportState {
  id: string
  name: string
  format: ImportFormat
  /** `cancelled` and `failed` keep what was imported before when bad rows are skipped, otherwise nothing. */
  status: 'staged' | 'running' | 'done' | 'failed' | 'cancelled' | 'undone'
  rows: number
  /** Rows handled so far. */
  done: number
  created: number
  updated: number
  /** The first 1,000; `rejected_count` has the number. */
  rejected: RejectedRow[]
  rejected_count: number
  /** Of these, rows that wait for a decision. */
  conflicts: number
  /** Since it was started; null before. */
  rows_per_second: number | null
  /** It was asked to stop and is about to. */
  cancelling: boolean
  model: string | null
  /** Paths of the screens it made, the list first. */
  routes: string[]
  release: string | null
  /** Why it failed, in English. */
  error: string | null
  /** The same in parts, each for the reader's language. */
  reasons: Reason[] | null
}

const importColumnSchema = z.union([
  z.strictObject({ source: z.string(), field: fieldSchema }),
  z.strictObject({
    source: z.string(),
    to: keySchema,
    /** A relation: which field of the related model the column holds; by its unique and title fields unless told. */
    match: z
      .strictObject({
        field: keySchema,
        /** What becomes of a value nobody has: the row is refused, or such a record is made. */
        missing: z.enum(['error', 'create']).default('error'),
      })
      .optional(),
  }),
  z.strictObject({ source: z.string(), skip: z.literal(true) }),
])
export type ImportMapping = z.infer<typeof importColumnSchema>

export const importRunSchema = z.strictObject({
  target: z.union([
    z.strictObject({
      new_model: z.strictObject({
        key: keySchema,
        label: z.string().min(1).max(200),
        description: z.string().max(10_000).nullable().optional(),
        icon: z.string().max(40).optional(),
      }),
    }),
    z.strictObject({ model: keySchema }),
  ]),
  /** Absent: columns go to the fields of a model that is there by key or label. */
  columns: z.array(importColumnSchema).min(1).max(500).optional(),
  mode: z.enum(['all_or_nothing', 'skip_bad']).default('all_or_nothing'),
  /** Whose clocks show the times that the file writes without a zone; UTC unless told. */
  zone: timeZoneSchema.optional(),
  /** The field that finds the record to change instead of making one; `id` finds exported records again and makes none. */
  key: keySchema.optional(),
  /** With a key: what a row is whose key is empty, a mistake or a new record. */
  without_key: z.enum(['refuse', 'create']).default('refuse'),
  /**
   * With a key: which state of the records the file was made from: a column with the revision of each record, or a moment.
   * What somebody changed since and the file says otherwise is a conflict; what the file leaves as it was stays as it is.
   * Absent: a column `revision` counts where columns are found by name, else the file does.
   */
  seen: z
    .union([
      z.strictObject({ revision: z.string().max(200) }),
      z.strictObject({ at: z.iso.datetime({ offset: true }) }),
    ])
    .optional(),
  /** What becomes of a row in conflict: it is left out, the file counts, or it is left out until somebody decides. */
  conflicts: z.enum(['skip', 'overwrite', 'ask']).default('skip'),
  /** Which screens to make for a new model; all unless told. */
  generate: z
    .strictObject({
      list: z.boolean().default(true),
      detail: z.boolean().default(true),
      form: z.boolean().default(true),
      routes: z.boolean().default(true),
      nav: z.boolean().default(true),
      /** Of what they say with the name of one record. */
      language: z.enum(languageNames).default('en'),
    })
    .prefault({}),
})
export type ImportRun = z.infer<typeof importRunSchema>

/** Most bytes of a file to import: a million rows of a hundred columns. */
export const largestImport = 1024 * 1024 * 1024

const importParams = z.strictObject({ id: z.uuid() })

export const stageImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports',
  summary: 'Upload a file to import; answers what its columns seem to hold',
  access: 'tenant',
  search: z.strictObject({
    name: z.string().min(1).max(300),
    sheet: z.string().max(200).optional(),
    /** The name that a scheduled import of yours waits for. */
    source: z.string().trim().min(1).max(100).optional(),
  }),
  takes: 'bytes',
  maxBody: largestImport,
  answer: z.custom<StagedImport>(),
  status: 201,
  errors: ['invalid', 'unsupported_media_type', 'too_large'],
})

export const readStagedImport = defineEndpoint({
  method: 'GET',
  path: '/api/imports/{id}/staged',
  summary: 'What the columns of an uploaded file seem to hold, as the upload answered it; until it is begun',
  access: 'tenant',
  params: importParams,
  answer: z.custom<StagedImport>(),
  errors: ['invalid', 'forbidden'],
})

export const discardImport = defineEndpoint({
  method: 'DELETE',
  path: '/api/imports/{id}',
  summary: 'Throw away an uploaded file of which nothing was imported',
  access: 'tenant',
  params: importParams,
  errors: ['invalid', 'forbidden', 'in_progress'],
})

export const runImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/{id}/run',
  summary: 'Import a staged file in the background',
  access: 'tenant',
  params: importParams,
  body: importRunSchema,
  answer: z.custom<{ id: string }>(),
  status: 202,
  errors: ['invalid', 'forbidden', 'field_forbidden'],
})

export const readImport = defineEndpoint({
  method: 'GET',
  path: '/api/imports/{id}',
  summary: 'How far an import is, and what it refused',
  access: 'tenant',
  params: importParams,
  answer: z.custom<ImportState>(),
})

export const cancelImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/{id}/cancel',
  summary: 'Stop a running import after the rows it is at',
  access: 'tenant',
  params: importParams,
  answer: z.custom<ImportState>(),
  errors: ['invalid'],
})

export const retryImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/{id}/retry',
  summary: 'Go on with an import that failed or was cancelled, where it stopped',
  access: 'tenant',
  params: importParams,
  answer: z.custom<ImportState>(),
  status: 202,
  errors: ['invalid', 'forbidden'],
})

export const readImportConflicts = defineEndpoint({
  method: 'GET',
  path: '/api/imports/{id}/conflicts',
  summary: 'The first 100 rows of an import that met other people’s changes and wait for a decision',
  access: 'tenant',
  params: importParams,
  answer: z.custom<{ rows: ImportConflict[]; total: number }>(),
})

export const decideImportConflicts = defineEndpoint({
  method: 'POST',
  path: '/api/imports/{id}/conflicts',
  summary:
    'Decide on rows in conflict: what the file says, or what the records hold; the rest of such a row is written either way',
  access: 'tenant',
  params: importParams,
  body: z.strictObject({
    take: z.enum(['file', 'record']),
    /** Lines of the file; up to 5,000 of those that wait when absent. */
    rows: z.array(z.int()).min(1).max(5000).optional(),
  }),
  answer: z.custom<ImportState>(),
  errors: ['invalid', 'forbidden', 'edit_conflict'],
})

export const readImportErrors = defineEndpoint({
  method: 'GET',
  path: '/api/imports/{id}/errors',
  summary:
    'Download what was wrong with which row: as CSV, in English, or line by line as JSON with what it takes to say it otherwise; or as `rows` the rows themselves as CSV, to be mended and imported again by whoever uploaded them',
  access: 'tenant',
  params: importParams,
  search: z.strictObject({ format: z.enum(['csv', 'jsonl', 'rows']).default('csv') }),
  answer: 'raw',
  errors: ['forbidden'],
})

export const undoImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/{id}/undo',
  summary: 'Take back an import with its model and screens',
  access: 'tenant',
  params: importParams,
  answer: z.custom<ImportState>(),
  errors: ['in_use', 'invalid'],
})

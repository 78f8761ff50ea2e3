import { z } from 'zod'
import type { Reason } from '../reason.ts'
import { defineEndpoint } from './endpoint.ts'
import { keySchema } from '../field.ts'
import { timeZoneSchema } from '../time-zone.ts'

/** `jsonl`: one record a line, for programs that read as it comes. */
export const exportFormatSchema = z.enum(['csv', 'xlsx', 'json', 'jsonl'])
export type ExportFormat = z.infer<typeof exportFormatSchema>

export const exportRequestSchema = z.strictObject({
  model: keySchema,
  format: exportFormatSchema.default('csv'),
  /** A Query value as JSON text without `model`, as for GET /api/records/{model}/export. */
  query: z.string().max(20_000).optional(),
  /** Begin a CSV with a byte order mark, which spreadsheet programs need to read it as UTF-8. */
  bom: z.boolean().default(false),
  /** Whose clocks show the moments of a CSV or a workbook; UTC unless told. */
  zone: timeZoneSchema.optional(),
  /** What the file is called, without its ending; as its model is unless told. */
  name: z.string().trim().min(1).max(150).optional(),
  /** Begin nothing for a list that can as well be downloaded at once: the answer is then null. */
  only_large: z.boolean().default(false),
})
export type ExportRequest = z.infer<typeof exportRequestSchema>

/** An export that is made in the background. */
export interface ExportState {
  id: string
  name: string
  model: string
  /** `zip`: everything the workspace holds. */
  format: ExportFormat | 'zip'
  status: 'running' | 'done' | 'failed' | 'cancelled' | 'expired'
  /** About how many rows there are; exact when it is done. */
  rows: number
  done: number
  rows_per_second: number | null
  /** Bytes of the finished file. */
  size: number | null
  cancelling: boolean
  /** Why it failed, in English. */
  error: string | null
  /** The same in parts, each for the reader's language. */
  reasons: Reason[] | null
  /** Until when the file can be downloaded. */
  expires_at: string | null
}

const exportParams = z.strictObject({ id: z.uuid() })

export const createExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports',
  summary: 'Export records in the background, with the rights of whoever asks at the time it runs',
  access: 'tenant',
  body: exportRequestSchema,
  answer: z.custom<ExportState | null>(),
  status: 202,
  errors: ['unknown_field', 'forbidden', 'invalid'],
})

export const readExport = defineEndpoint({
  method: 'GET',
  path: '/api/exports/{id}',
  summary: 'How far an export is',
  access: 'tenant',
  params: exportParams,
  answer: z.custom<ExportState>(),
})

export const readExportFile = defineEndpoint({
  method: 'GET',
  path: '/api/exports/{id}/file',
  summary:
    'Download a finished export; only for whoever asked for it, as long as they may export, for a week',
  access: 'tenant',
  params: exportParams,
  answer: 'raw',
  errors: ['forbidden', 'gone', 'invalid'],
})

export const cancelExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/{id}/cancel',
  summary: 'Stop a running export',
  access: 'tenant',
  params: exportParams,
  answer: z.custom<ExportState>(),
  errors: ['invalid'],
})

export const retryExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/{id}/retry',
  summary: 'Make an export again that failed, was cancelled or has expired',
  access: 'tenant',
  params: exportParams,
  answer: z.custom<ExportState>(),
  status: 202,
  errors: ['invalid', 'forbidden'],
})

/** The id must be the selected workspace's. Records, files, configuration, people and the audit log, for a week. */
export const exportTenant = defineEndpoint({
  method: 'POST',
  path: '/api/tenants/{id}/export',
  summary: 'Put everything the workspace holds into one archive, in the background; for its owner',
  access: 'tenant',
  person: true,
  params: exportParams,
  answer: z.custom<ExportState>(),
  status: 202,
  errors: ['forbidden', 'reauthentication_needed', 'rate_limited'],
})

import { z } from 'zod'
import { languageNames } from '../language.ts'
import { defineEndpoint } from './endpoint.ts'

/** What a version of an estimate can be had as: an offer for the customer, and files that other programs read. */
export const estimateFileFormats = ['pdf', 'xlsx', 'x83', 'x84', 'x86', 'bc3'] as const
export type EstimateFileFormat = (typeof estimateFileFormats)[number]

export const readEstimateFile = defineEndpoint({
  method: 'GET',
  path: '/api/estimate-versions/{id}/file',
  summary:
    'A version of an estimate as an offer (pdf), a workbook (xlsx), GAEB DA XML 3.3 without prices (x83), with prices alone (x84) or as a contract (x86), or FIEBDC-3 (bc3)',
  access: 'tenant',
  params: z.strictObject({ id: z.uuid() }),
  search: z.strictObject({
    format: z.enum(estimateFileFormats),
    /** Of an offer or a workbook; that of the customer unless told. */
    language: z.enum(languageNames).optional(),
  }),
  answer: 'raw',
  errors: ['forbidden', 'invalid'],
})

import { z } from 'zod'
import type { Row } from '../query.ts'
import { defineEndpoint } from './endpoint.ts'

/** A record that holds what was looked for, with the fields that its reader may see. */
export interface RecordHit {
  /** `ours`: the product named it. */
  model: { key: string; label: string; icon: string; title_field: string | null; ours: boolean }
  row: Row
  /** For a customer: the page of the customer area where it stands; absent where none shows it. */
  path?: string
}

export const searchEverywhere = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Records of every model the caller may read that hold all these words, a few of each model',
  access: 'tenant',
  search: z.strictObject({
    /** One word of three letters or more among them. */
    text: z.string().trim().min(1).max(200),
    size: z.coerce.number().int().min(1).max(100).default(40),
  }),
  answer: z.custom<{ rows: RecordHit[] }>(),
  errors: ['invalid'],
})

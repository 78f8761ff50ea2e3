import { z } from 'zod'
import type { Row } from '../query.ts'
import { defineEndpoint } from './endpoint.ts'
import type { Notification } from './notifications.ts'
import type { RecordHit } from './search.ts'

/** A record that concerns the caller: they changed it at `at`, or it names them in the field called `field`. */
export interface MyRecord {
  model: RecordHit['model']
  row: Row
  field: string | null
  at: string
}

export const readMine = defineEndpoint({
  method: 'GET',
  path: '/api/mine',
  summary: 'Records the caller worked on lately, or those that name them with what they are asked to decide',
  access: 'tenant',
  search: z.strictObject({
    what: z.enum(['recent', 'assigned']),
    size: z.coerce.number().int().min(1).max(50).default(8),
  }),
  answer: z.custom<{ rows: MyRecord[]; approvals: Notification[] }>(),
})

import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** What looking through the chain of entries found. */
export interface AuditVerdict {
  entries: number
  /** The last entry there should be: note it elsewhere, and nobody can cut the end off unseen. */
  head: { number: number; hash: string } | null
  /** The first place that is not as it was written; null: everything is. */
  broken: { number: number; at: string | null; reason: 'changed' | 'moved' | 'missing' | 'cut' } | null
}

export const verifyAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit/verification',
  summary: 'Look through the audit log for entries that were changed, removed or put in',
  access: 'tenant',
  // For what was noted beside the database: the transaction begins after that was read.
  waits: true,
  answer: z.custom<AuditVerdict>(),
  errors: ['forbidden', 'rate_limited'],
})

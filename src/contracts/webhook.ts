import { z } from 'zod'
import { keySchema } from './field.ts'
import { whereSchema } from './query.ts'

/** What a webhook may tell of. */
const webhookKinds = ['created', 'updated', 'deleted', 'restored'] as const

/** Whom to tell of which changes. `filter` is a condition of the query language over records of the one model. */
export const webhookWriteSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  url: z.string().trim().min(1).max(2000),
  models: z.array(keySchema).min(1).max(100),
  kinds: z
    .array(z.enum(webhookKinds))
    .min(1)
    .default([...webhookKinds]),
  filter: whereSchema.nullable().default(null),
  active: z.boolean().default(true),
})
export type WebhookWrite = z.output<typeof webhookWriteSchema>

/** Absent stays as it is. */
export const webhookUpdateSchema = z.strictObject({
  name: webhookWriteSchema.shape.name.optional(),
  url: webhookWriteSchema.shape.url.optional(),
  models: webhookWriteSchema.shape.models.optional(),
  kinds: z.array(z.enum(webhookKinds)).min(1).optional(),
  filter: whereSchema.nullable().optional(),
  active: z.boolean().optional(),
})
export type WebhookUpdate = z.output<typeof webhookUpdateSchema>

/** The body of a delivery. `record` is the record as the webhook's owner may read it now, null when it is not there. */
export interface WebhookMessage {
  /** `record.created`, `record.updated`, `record.deleted`, `record.restored`, `webhook.test`, `changes.lost` */
  type: string
  timestamp: string
  data: {
    model?: string
    id?: string
    number?: number
    by?: string | null
    fields?: string[] | null
    record?: Record<string, unknown> | null
  }
}

import { z } from 'zod'
import { keySchema } from './field.ts'
import type { FieldType } from './field-types.ts'

/** What a link to a record shows, and until when; thirty days unless told, a year at most. */
export const shareWriteSchema = z.strictObject({
  fields: z.array(keySchema).min(1).max(200),
  expires_at: z.iso.datetime({ offset: true }).optional(),
})
export type ShareWrite = z.infer<typeof shareWriteSchema>

/** A link that was handed out; the link itself is answered once, when it is made. */
export interface Share {
  id: string
  fields: string[]
  status: 'open' | 'expired' | 'withdrawn'
  expires_at: string
  created_at: string
  created_by: string
}

/** `url` is told this once and kept nowhere. */
export interface NewShare {
  id: string
  url: string
  expires_at: string
}

/** What `/p/{token}` shows: nothing but the fields that were chosen for it. */
export interface SharedRecord {
  workspace: string
  model: string
  title: string | null
  fields: { key: string; label: string; type: FieldType; value: unknown }[]
  expires_at: string
}

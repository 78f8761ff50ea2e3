import { z } from 'zod'
import { keySchema } from './field.ts'

export const inviteWriteSchema = z.strictObject({
  email: z
    .email('This is no mail address.')
    .max(320)
    .transform((text) => text.toLowerCase()),
  role: keySchema.default('member'),
  /** The record that will stand for them. */
  record_id: z.uuid().nullable().default(null),
})

/** An invitation as those who manage members see it; its token is in the mail alone. */
export interface Invite {
  id: string
  email: string
  role: string
  status: 'open' | 'accepted' | 'withdrawn' | 'expired'
  expires_at: string
  accepted_at: string | null
  created_at: string
  created_by: string
}

/** A line of a list of people to invite, as it was understood; `problem` says why it is not sent. */
export interface InviteLine {
  /** Of the text, from 1. */
  line: number
  email: string
  role: string
  problem: string | null
}

/** What an invitation's link shows to whoever holds it. */
export interface InviteView {
  tenant_name: string
  email: string
  role: string
  expires_at: string
}

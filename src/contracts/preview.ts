import { z } from 'zod'

/**
 * Whom to look as: a role (as somebody whom `record_id` stands for, where its row rules ask for that), or a person with
 * the role they have now.
 */
export const previewWishSchema = z.union([
  z.strictObject({ role: z.string().min(1).max(63), record_id: z.uuid().optional() }),
  z.strictObject({ user_id: z.uuid() }),
])
export type PreviewWish = z.infer<typeof previewWishSchema>

/** A look at the workspace as somebody else; `token` goes into the header `X-Preview` of every call. */
export interface Preview {
  token: string
  role: { key: string; label: string }
  person: { id: string; name: string } | null
  expires_at: string
  /** Whether this role sees things that the one who looks may not see: those stay hidden. */
  limited: boolean
}

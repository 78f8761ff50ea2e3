import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Something to be decided. */
export interface Approval {
  id: string
  status: 'waiting' | 'approved' | 'rejected' | 'withdrawn'
  /** Who decided, and what they wrote. */
  decided_by: string | null
  comment: string | null
  decided_at: string | null
}

/** Something a person was told. `link` is a place in the workspace, or empty. */
export interface Notification {
  id: string
  subject: string
  /** The product wrote the subject, in English; screens translate it. */
  ours: boolean
  message: string
  link: string
  approval: Approval | null
  read_at: string | null
  created_at: string
}

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the caller was told, newest first, and how much of it is unread',
  access: 'tenant',
  search: z.strictObject({
    unread: z.enum(['true', 'false']).default('false'),
    size: z.coerce.number().int().min(1).max(200).default(50),
    after: z.uuid().optional(),
  }),
  answer: z.custom<{
    rows: Notification[]
    page: { size: number; after: string | null }
    unread: number
  }>(),
})

export const markNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read: those named, or all',
  access: 'tenant',
  body: z.strictObject({ ids: z.array(z.uuid()).max(500).optional() }),
  answer: z.custom<{ unread: number }>(),
})

export const decideApproval = defineEndpoint({
  method: 'POST',
  path: '/api/approvals/{id}',
  summary: 'Decide what a workflow asks; the first of those asked decides',
  access: 'tenant',
  person: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['approved', 'rejected']),
    comment: z.string().max(2000).nullable().default(null),
  }),
  answer: z.custom<Approval>(),
  errors: ['invalid'],
})

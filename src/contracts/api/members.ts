import { z } from 'zod'
import { keySchema } from '../field.ts'
import type { Member } from '../member.ts'
import { defineEndpoint } from './endpoint.ts'

/** `record_id`: what is absent stays, null stands for nothing. */
export const memberChangeSchema = z
  .strictObject({ role: keySchema.optional(), record_id: z.uuid().nullable().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Say what is to change.')
export type MemberChange = z.infer<typeof memberChangeSchema>

const memberParams = z.strictObject({ userId: z.uuid() })

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/api/members',
  summary: 'The people of the workspace; addresses only for those who manage them',
  access: 'tenant',
  answer: z.custom<{ rows: Member[]; page: { size: number; after: string | null } }>(),
})

export const updateMember = defineEndpoint({
  method: 'PUT',
  path: '/api/members/{userId}',
  summary: "Change a person's role, or which record stands for them",
  access: 'tenant',
  person: true,
  params: memberParams,
  body: memberChangeSchema,
  answer: z.custom<Member>(),
  errors: ['forbidden', 'invalid'],
})

/** Anybody may take themselves out. */
export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/members/{userId}',
  summary: 'Take a person out of the workspace',
  access: 'tenant',
  person: true,
  params: memberParams,
  status: 204,
  errors: ['forbidden', 'invalid'],
})

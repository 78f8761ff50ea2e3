import { z } from 'zod'
import { inviteWriteSchema, type Invite, type InviteLine, type InviteView } from '../invite.ts'
import { defineEndpoint } from './endpoint.ts'

const tokenParams = z.strictObject({ token: z.string().min(16).max(128) })

export const listInvites = defineEndpoint({
  method: 'GET',
  path: '/api/invites',
  summary: 'Invitations to the workspace',
  access: 'tenant',
  answer: z.custom<{ rows: Invite[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

export const createInvite = defineEndpoint({
  method: 'POST',
  path: '/api/invites',
  summary: 'Invite a person by mail; an open invitation to the same address is replaced',
  access: 'tenant',
  person: true,
  body: inviteWriteSchema,
  answer: z.custom<Invite>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'rate_limited'],
})

export const inviteMany = defineEndpoint({
  method: 'POST',
  path: '/api/invites/list',
  summary: 'Invite people by a list (CSV or lines: address, role); without `send` it is only looked at',
  access: 'tenant',
  person: true,
  body: z.strictObject({ text: z.string().max(100_000), send: z.boolean().default(false) }),
  answer: z.custom<{ lines: InviteLine[]; sent: number }>(),
  errors: ['forbidden', 'invalid', 'rate_limited'],
})

export const withdrawInvite = defineEndpoint({
  method: 'DELETE',
  path: '/api/invites/{id}',
  summary: 'Withdraw an invitation',
  access: 'tenant',
  person: true,
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
  errors: ['forbidden'],
})

/** Looks without using it up. */
export const readInvite = defineEndpoint({
  method: 'GET',
  path: '/api/invites/{token}/view',
  summary: 'What an invitation says, for its confirmation page',
  access: 'user',
  params: tokenParams,
  answer: z.custom<InviteView>(),
  errors: ['gone', 'rate_limited'],
})

export const acceptInvite = defineEndpoint({
  method: 'POST',
  path: '/api/invites/{token}/accept',
  summary: 'Join the workspace; once, and only with the invited address',
  access: 'user',
  params: tokenParams,
  answer: z.custom<{ tenant_id: string; name: string; role: string; subdomain: string | null }>(),
  errors: ['forbidden', 'gone', 'rate_limited'],
})

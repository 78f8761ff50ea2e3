import { z } from 'zod'
import { profileSyncSchema, type TenantStatus } from '../tenant.ts'
import { defineEndpoint } from './endpoint.ts'

const statusAnswer = z.custom<TenantStatus>()

export const readTenantStatus = defineEndpoint({
  method: 'GET',
  path: '/api/auth/tenant-status',
  summary: 'Which workspace this person is in, here and now',
  access: 'user',
  beforeSecondFactor: true,
  search: z.strictObject({ name: z.string().max(200).optional(), subdomain: z.string().max(253).optional() }),
  answer: statusAnswer,
  errors: ['rate_limited'],
})

export const selectTenant = defineEndpoint({
  method: 'POST',
  path: '/api/auth/select-tenant',
  summary: 'Choose a workspace; the choice is remembered',
  access: 'user',
  beforeSecondFactor: true,
  body: z.strictObject({ tenant_id: z.uuid() }),
  answer: statusAnswer,
  errors: ['not_found'],
})

export const syncProfile = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sync-profile',
  summary: 'Keep the name and picture a person shows to others',
  access: 'user',
  beforeSecondFactor: true,
  body: profileSyncSchema,
  answer: z.custom<{
    user_id: string
    email: string | null
    display_name: string | null
    avatar_url: string | null
  }>(),
  errors: ['forbidden'],
})

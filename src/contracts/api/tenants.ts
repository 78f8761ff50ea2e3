import { z } from 'zod'
import { tenantCreateSchema, tenantUpdateSchema, type Tenant } from '../tenant.ts'
import { defineEndpoint } from './endpoint.ts'

const tenantAnswer = z.custom<Tenant>()
const tenantParams = z.strictObject({ id: z.uuid() })

export const listTenants = defineEndpoint({
  method: 'GET',
  path: '/api/tenants',
  summary: 'The workspaces of the person who asks',
  access: 'user',
  answer: z.custom<{ rows: Tenant[]; page: { size: number; after: string | null } }>(),
})

export const createTenant = defineEndpoint({
  method: 'POST',
  path: '/api/tenants',
  summary: 'Make a workspace; whoever makes it owns it',
  access: 'user',
  body: tenantCreateSchema,
  answer: tenantAnswer,
  status: 201,
  errors: ['invalid', 'not_unique', 'rate_limited'],
})

/** The id must be the selected workspace's. */
export const updateTenant = defineEndpoint({
  method: 'PUT',
  path: '/api/tenants/{id}',
  summary: 'Change the name or the subdomain of the workspace; a null subdomain sets it free',
  access: 'tenant',
  params: tenantParams,
  body: tenantUpdateSchema,
  answer: tenantAnswer,
  errors: ['forbidden', 'invalid', 'not_unique'],
})

import { z } from 'zod'
import {
  tenantCreateSchema,
  tenantUpdateSchema,
  type ClosedTenant,
  type SubdomainAnswer,
  type Tenant,
} from '../tenant.ts'
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

export const readSubdomainAnswer = defineEndpoint({
  method: 'GET',
  path: '/api/tenants/subdomain-available',
  summary: 'Whether an address can be had; for the workspace named, its own old ones can',
  access: 'user',
  search: z.strictObject({ subdomain: z.string().max(100), tenant: z.uuid().optional() }),
  answer: z.custom<SubdomainAnswer>(),
  errors: ['rate_limited'],
})

export const readLetterhead = defineEndpoint({
  method: 'GET',
  path: '/api/tenants/{id}/letterhead',
  summary: 'What stands at the head and at the end of the offers of the workspace',
  access: 'tenant',
  params: tenantParams,
  answer: z.custom<{ letterhead: string | null; offer_terms: string | null }>(),
  errors: ['forbidden'],
})

/** PNG, JPEG or WebP; what cameras and programs wrote beside the picture is taken out. */
export const writeLogo = defineEndpoint({
  method: 'PUT',
  path: '/api/tenants/{id}/logo',
  summary: 'Give the workspace a logo; the body is its bytes',
  access: 'tenant',
  params: tenantParams,
  takes: 'bytes',
  maxBody: 300 * 1024,
  answer: tenantAnswer,
  errors: ['forbidden', 'unsupported_media_type', 'too_large'],
})

export const deleteLogo = defineEndpoint({
  method: 'DELETE',
  path: '/api/tenants/{id}/logo',
  summary: 'Take the logo away',
  access: 'tenant',
  params: tenantParams,
  status: 204,
  errors: ['forbidden'],
})

export const readLogo = defineEndpoint({
  method: 'GET',
  path: '/api/logos/{tenant}/{logo}',
  summary: 'A logo by the address that lists of workspaces tell',
  access: 'public',
  params: z.strictObject({ tenant: z.uuid(), logo: z.uuid() }),
  answer: 'raw',
})

export const listClosedTenants = defineEndpoint({
  method: 'GET',
  path: '/api/tenants/closed',
  summary: 'The closed workspaces of the person who asks, and until when they can be brought back',
  access: 'user',
  answer: z.custom<{ rows: ClosedTenant[]; page: { size: number; after: string | null } }>(),
})

export const handOverTenant = defineEndpoint({
  method: 'POST',
  path: '/api/tenants/{id}/hand-over',
  summary: 'Make another member the owner; whoever asks becomes an administrator',
  access: 'tenant',
  person: true,
  params: tenantParams,
  body: z.strictObject({ user_id: z.uuid() }),
  status: 204,
  errors: ['forbidden', 'invalid'],
})

export const closeTenant = defineEndpoint({
  method: 'POST',
  path: '/api/tenants/{id}/close',
  summary: 'Close the workspace: nobody is let in any more, and after 30 days it is removed',
  access: 'tenant',
  person: true,
  params: tenantParams,
  body: z.strictObject({ name: z.string().max(200) }),
  answer: z.custom<{ remove_at: string }>(),
  errors: ['forbidden', 'invalid'],
})

export const reopenTenant = defineEndpoint({
  method: 'POST',
  path: '/api/tenants/{id}/reopen',
  summary: 'Bring a closed workspace back',
  access: 'user',
  params: tenantParams,
  status: 204,
  errors: ['forbidden'],
})

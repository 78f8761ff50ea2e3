import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export interface HeldMail {
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  html: string
  sentAt: string
}

/** At least four characters that are neither wildcard nor path: what it removes must be recognisable. */
const seedPrefixSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]{2,18}_$/, 'Use 3 to 19 lower-case letters or digits and an underscore at the end.')

export interface SeedAnswer {
  prefix: string
  models: string[]
  roles: string[]
  objects: number
}

export const readMailbox = defineEndpoint({
  method: 'GET',
  path: '/api/dev/mailbox',
  summary: 'Development: mails and text messages that would have been sent, newest first',
  access: 'public',
  search: z.strictObject({ to: z.string().max(320).optional() }),
  answer: z.custom<HeldMail[]>(),
})

export const seedDemo = defineEndpoint({
  method: 'POST',
  path: '/api/dev/seed-demo',
  summary: 'Development: demo roles, a demo model with its permissions and records, in this workspace',
  access: 'tenant',
  body: z.strictObject({ prefix: seedPrefixSchema.default('seed_') }).prefault({}),
  answer: z.custom<SeedAnswer>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

export const removeSeed = defineEndpoint({
  method: 'DELETE',
  path: '/api/dev/seed-demo',
  summary: 'Development: take out what seed-demo made, and nothing else',
  access: 'tenant',
  search: z.strictObject({ prefix: seedPrefixSchema.default('seed_') }),
  status: 204,
  errors: ['forbidden', 'invalid', 'in_use'],
})

export const seedCurrentTenant = defineEndpoint({
  method: 'POST',
  path: '/api/dev/seed-current-tenant',
  summary: 'Development: as seed-demo, for the selected workspace by its id',
  access: 'tenant',
  body: z.strictObject({ tenantId: z.uuid() }),
  answer: z.custom<SeedAnswer>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

export const joinTestTenant = defineEndpoint({
  method: 'POST',
  path: '/api/dev/join-test-tenant',
  summary: 'Development: become a member of the test workspace of this server; the first one makes it',
  access: 'user',
  answer: z.custom<{ id: string; name: string; role: string }>(),
})

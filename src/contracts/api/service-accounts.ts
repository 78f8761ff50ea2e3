import { z } from 'zod'
import { keySchema } from '../field.ts'
import type { Member } from '../member.ts'
import { defineEndpoint } from './endpoint.ts'

const name = z.string().trim().min(1).max(100)

/** It is listed, given another role and taken out as people are: by the calls of members. */
export const createServiceAccount = defineEndpoint({
  method: 'POST',
  path: '/api/service-accounts',
  summary: 'Make a member that is no person: a program works as it, by tokens',
  access: 'tenant',
  person: true,
  body: z.strictObject({ name, role: keySchema }),
  answer: z.custom<Member>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'reauthentication_needed'],
})

/** The token is told this once. */
export const createServiceToken = defineEndpoint({
  method: 'POST',
  path: '/api/service-accounts/{account}/tokens',
  summary: 'Make a token for a service account',
  access: 'tenant',
  person: true,
  params: z.strictObject({ account: z.uuid() }),
  body: z.strictObject({ name, valid_days: z.int().min(1).max(366).default(90) }),
  answer: z.custom<{ id: string; token: string }>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'reauthentication_needed', 'rate_limited'],
})

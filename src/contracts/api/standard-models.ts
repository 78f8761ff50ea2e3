import { z } from 'zod'
import { keySchema } from '../field.ts'
import type { StandardModelState } from '../standard-model.ts'
import { defineEndpoint } from './endpoint.ts'

export const listStandardModels = defineEndpoint({
  method: 'GET',
  path: '/api/standard-models',
  summary: 'The models the product ships, and which of them are in the workspace',
  access: 'tenant',
  answer: z.custom<{ rows: StandardModelState[]; may_add: boolean }>(),
})

/** What they point to comes with them. Those that are there already stay as they are. One release. */
export const addStandardModels = defineEndpoint({
  method: 'POST',
  path: '/api/standard-models',
  summary: 'Take standard models into the workspace; released at once',
  access: 'tenant',
  body: z.strictObject({ keys: z.array(keySchema).min(1).max(100) }),
  answer: z.custom<{ added: string[]; release: string | null }>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

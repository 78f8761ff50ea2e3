import { z } from 'zod'
import { keySchema } from '../field.ts'
import { languageNames } from '../language.ts'
import type { StandardModelList, StandardModelUpdate } from '../standard-model.ts'
import { defineEndpoint } from './endpoint.ts'

export const listStandardModels = defineEndpoint({
  method: 'GET',
  path: '/api/standard-models',
  summary: 'The models the product ships, and which of them are in the workspace',
  access: 'tenant',
  answer: z.custom<StandardModelList>(),
})

const takeInSchema = z.strictObject({
  keys: z.array(keySchema).min(1).max(100),
  /** In whose words the plain models come that they point to. */
  language: z.enum(languageNames).default('en'),
})

/** What they point to comes with them. Those that are there already stay as they are. One release. */
export const addStandardModels = defineEndpoint({
  method: 'POST',
  path: '/api/standard-models',
  summary: 'Take standard models into the workspace; released at once',
  access: 'tenant',
  body: takeInSchema,
  answer: z.custom<{ added: string[]; release: string | null }>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

export const listStandardUpdates = defineEndpoint({
  method: 'GET',
  path: '/api/standard-models/updates',
  summary:
    'What is new in the product for the standard models the workspace took in earlier; changes nothing',
  access: 'tenant',
  answer: z.custom<{ rows: StandardModelUpdate[]; may_update: boolean }>(),
})

/**
 * Records keep their values; own words, own fields and permissions stay. Where the customer area is open, customers get what
 * is new in it with the models. One release, which can be taken back.
 */
export const updateStandardModels = defineEndpoint({
  method: 'POST',
  path: '/api/standard-models/updates',
  summary: 'Give standard models of the workspace what is new in the product; released at once',
  access: 'tenant',
  body: takeInSchema,
  answer: z.custom<{ updated: string[]; added: string[]; release: string | null }>(),
  errors: ['forbidden', 'invalid'],
})

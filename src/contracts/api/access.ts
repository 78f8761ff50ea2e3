import { z } from 'zod'
import { explainRequestSchema, type AccessExplanation } from '../access-explanation.ts'
import { previewWishSchema, type Preview } from '../preview.ts'
import { defineEndpoint } from './endpoint.ts'

export const explainAccess = defineEndpoint({
  method: 'POST',
  path: '/api/access/explain',
  summary: 'Who may do what with a model, a record or a screen, and by which rule',
  access: 'tenant',
  body: explainRequestSchema,
  answer: z.custom<AccessExplanation>(),
  errors: ['forbidden'],
})

/** The token goes into the header `X-Preview`: such calls read as the other one, as far as the caller may read too. */
export const startPreview = defineEndpoint({
  method: 'POST',
  path: '/api/preview',
  summary: 'Look at the workspace as a role or a person; noted in the history',
  access: 'tenant',
  person: true,
  body: previewWishSchema,
  answer: z.custom<Preview>(),
  status: 201,
  errors: ['forbidden'],
})

import { z } from 'zod'
import { draftKinds } from './drafts.ts'
import { defineEndpoint } from './endpoint.ts'
import type { Release } from './releases.ts'

export const configurationKinds = [...draftKinds, 'field_permissions'] as const

/** What a workspace has released, as one document that another workspace takes. */
export const configurationSchema = z.strictObject({
  schema: z.literal(1),
  definitions: z
    .array(
      z.strictObject({
        kind: z.enum(configurationKinds),
        id: z.uuid(),
        key: z.string().min(1).max(320),
        body: z.record(z.string(), z.unknown()),
      }),
    )
    .max(5000),
})
export type Configuration = z.infer<typeof configurationSchema>

export const exportConfiguration = defineEndpoint({
  method: 'GET',
  path: '/api/workspace/export',
  summary: 'What is configured here, as released: models, archetypes, roles, screens, workflows',
  access: 'tenant',
  answer: configurationSchema,
  errors: ['forbidden'],
})

export const importConfiguration = defineEndpoint({
  method: 'POST',
  path: '/api/workspace/import',
  summary: 'Check such a document and release it as one; what it does not name stays',
  access: 'tenant',
  body: configurationSchema,
  answer: z.custom<Release>(),
  errors: ['forbidden', 'invalid', 'in_use'],
  maxBody: 20 * 1024 * 1024,
})

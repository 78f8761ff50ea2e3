import { z } from 'zod'
import { draftKinds } from './drafts.ts'
import { defineEndpoint } from './endpoint.ts'

export interface Release {
  id: string
  number: number
  note: string | null
  current: boolean
  created_at: string
  created_by: string
}

export const listReleases = defineEndpoint({
  method: 'GET',
  path: '/api/releases',
  summary: 'The releases of the workspace, newest first',
  access: 'tenant',
  search: z.strictObject({
    size: z.coerce.number().int().min(1).max(500).default(100),
    after: z.coerce.number().int().optional(),
  }),
  answer: z.custom<{ rows: Release[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

/** All drafts, or only those named. */
export const createRelease = defineEndpoint({
  method: 'POST',
  path: '/api/releases',
  summary: 'Check the drafts and release them as one',
  access: 'tenant',
  body: z.strictObject({
    note: z.string().max(2000).nullable().default(null),
    only: z
      .array(z.strictObject({ kind: z.enum(draftKinds), key: z.string().min(1).max(320) }))
      .max(500)
      .optional(),
  }),
  answer: z.custom<Release>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'edit_conflict'],
})

export const restoreRelease = defineEndpoint({
  method: 'POST',
  path: '/api/releases/{id}/restore',
  summary: 'Let an earlier release count again',
  access: 'tenant',
  params: z.strictObject({ id: z.uuid() }),
  answer: z.custom<Release>(),
  errors: ['forbidden', 'in_use'],
})

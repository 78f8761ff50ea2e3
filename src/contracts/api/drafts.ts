import { z } from 'zod'
import type { ErrorDetail } from '#base/app-error.ts'
import { defineEndpoint } from './endpoint.ts'

export const draftKinds = ['layout', 'route', 'model', 'archetype', 'role', 'view', 'workflow'] as const
export type DraftKind = (typeof draftKinds)[number]

export interface Draft {
  kind: DraftKind
  key: string
  /** Null: to be taken out with the next release. */
  body: Record<string, unknown> | null
  /** The version it began with; null for something new. */
  base_version_id: string | null
  /** Whether what it began with was released anew since. */
  outdated: boolean
  /** What it changes: something shipped, a changed copy of it, or the workspace's own. */
  origin: 'stock' | 'customised' | 'own'
  /** What stops its release; paths lead into the body. */
  problems: ErrorDetail[]
  updated_at: string
  updated_by: string
}

/** A key may hold slashes (a route's is its path), percent-encoded. */
const draftParams = z.strictObject({ kind: z.enum(draftKinds), key: z.string().min(1).max(320) })

export const listDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/drafts',
  summary: 'Everything that waits for a release',
  access: 'tenant',
  answer: z.custom<{ rows: Omit<Draft, 'body'>[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

export const readDraft = defineEndpoint({
  method: 'GET',
  path: '/api/drafts/{kind}/{key}',
  summary: 'A draft',
  access: 'tenant',
  params: draftParams,
  answer: z.custom<Draft>(),
  errors: ['forbidden'],
})

/**
 * Only the shape must be right; what else is wrong stands in `problems`. With `base_version_id` the draft must begin with
 * that version, with `seen` it must be the one saved at that `updated_at` (null: none), else 412.
 */
export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/drafts/{kind}/{key}',
  summary: 'Save a draft; checked, shown to editors only',
  access: 'tenant',
  params: draftParams,
  body: z.strictObject({
    body: z.record(z.string(), z.json()).nullable(),
    base_version_id: z.uuid().nullable().optional(),
    seen: z.string().max(40).nullable().optional(),
  }),
  answer: z.custom<Draft>(),
  errors: ['forbidden', 'invalid', 'edit_conflict'],
})

export const deleteDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/drafts/{kind}/{key}',
  summary: 'Throw a draft away',
  access: 'tenant',
  params: draftParams,
  status: 204,
  errors: ['forbidden'],
})

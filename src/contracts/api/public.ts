import { z } from 'zod'
import type { ModelDescription } from '../model-description.ts'
import { querySchema, type QueryResult } from '../query.ts'
import type { ErrorBody } from '../errors.ts'
import {
  sharePreviewSchema,
  shareWriteSchema,
  type NewShare,
  type Share,
  type SharedRecord,
  type SharePreview,
  type ShareView,
} from '../share.ts'
import { defineEndpoint } from './endpoint.ts'

// These need no sign-in. They answer what a workspace grants its role `public`, and nothing of one that grants nothing.

const addressParams = z.strictObject({ address: z.string().min(1).max(63) })

export const readPublicWorkspace = defineEndpoint({
  method: 'GET',
  path: '/api/public/workspaces/{address}',
  summary: 'What a workspace shows to everybody, by its address',
  access: 'public',
  params: addressParams,
  answer: z.custom<{ name: string; models: ModelDescription[] }>(),
  errors: ['rate_limited'],
})

export const askPublicQueries = defineEndpoint({
  method: 'POST',
  path: '/api/public/workspaces/{address}/query',
  summary: 'Ask questions about what a workspace shows to everybody',
  access: 'public',
  params: addressParams,
  body: z.strictObject({ queries: z.array(querySchema).min(1).max(10) }),
  answer: z.custom<{ results: (QueryResult | Omit<ErrorBody, 'requestId'>)[] }>(),
  errors: ['rate_limited'],
})

/** For forms that are open to everybody. Only fields the public may write are taken; the answer tells nothing. */
export const createPublicRecord = defineEndpoint({
  method: 'POST',
  path: '/api/public/workspaces/{address}/records/{model}',
  summary: 'Send in a form that a workspace opens to everybody',
  access: 'public',
  params: addressParams.extend({ model: z.string().min(1).max(63) }),
  body: z.record(z.string(), z.json()),
  maxBody: 64 * 1024,
  answer: z.custom<{ received: true }>(),
  status: 201,
  errors: ['invalid', 'field_forbidden', 'rate_limited'],
})

export const readSharedRecord = defineEndpoint({
  method: 'GET',
  path: '/api/public/objects/{token}',
  summary: 'What the link to a record shows',
  access: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  answer: z.custom<SharedRecord>(),
  errors: ['forbidden', 'rate_limited'],
})

/** What is answered goes along as the header `X-Link-Pass` of `GET /api/public/objects/{token}`, for an hour. */
export const unlockSharedRecord = defineEndpoint({
  method: 'POST',
  path: '/api/public/objects/{token}/pass',
  summary: 'Give the password of a link that asks for one',
  access: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  body: z.strictObject({ password: z.string().min(1).max(200) }),
  maxBody: 4096,
  answer: z.custom<{ pass: string }>(),
  errors: ['forbidden', 'rate_limited'],
})

const objectParams = z.strictObject({ token: z.string().min(1).max(200) })

/** The link is told this once. It shows these fields of this record to whoever holds it, until it ends or is taken back. */
export const shareObject = defineEndpoint({
  method: 'POST',
  path: '/api/objects/{token}/share',
  summary: 'Make a link that shows some fields of a record without sign-in',
  access: 'tenant',
  person: true,
  params: objectParams,
  body: shareWriteSchema,
  answer: z.custom<NewShare>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

/** Exactly what a link with these fields would show, worked out by the rules that a link is read by. */
export const previewShare = defineEndpoint({
  method: 'POST',
  path: '/api/objects/{token}/share/preview',
  summary: 'What a link to a record would show, before it is made',
  access: 'tenant',
  params: objectParams,
  body: sharePreviewSchema,
  answer: z.custom<SharePreview>(),
  errors: ['forbidden', 'invalid'],
})

/** The latest hundred, newest first. */
export const listShareViews = defineEndpoint({
  method: 'GET',
  path: '/api/shares/{id}/views',
  summary: 'When a link was looked at',
  access: 'tenant',
  params: z.strictObject({ id: z.uuid() }),
  answer: z.custom<{ rows: ShareView[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

export const listShares = defineEndpoint({
  method: 'GET',
  path: '/api/objects/{token}/shares',
  summary: 'The links to a record that were made',
  access: 'tenant',
  params: objectParams,
  answer: z.custom<{ rows: Share[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

export const withdrawShare = defineEndpoint({
  method: 'DELETE',
  path: '/api/shares/{id}',
  summary: 'Take a link back: it shows nothing any more',
  access: 'tenant',
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
  errors: ['forbidden'],
})

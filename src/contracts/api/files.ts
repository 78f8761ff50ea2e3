import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** What a `file` or `image` field holds, and what an upload answers. */
export interface StoredFile {
  id: string
  name: string
  type: string
  size: number
}

/** Most bytes of a building model (.ifc, .ifczip); other files have the limit of `uploadFile`. */
export const largestModelFile = 500 * 1024 * 1024

const fileParams = z.strictObject({ id: z.uuid() })

export const uploadFile = defineEndpoint({
  method: 'POST',
  path: '/api/files',
  summary: 'Upload a file; the body is its bytes (25 MB; .ifc and .ifczip 500 MB)',
  access: 'tenant',
  search: z.strictObject({ name: z.string().min(1).max(300) }),
  takes: 'bytes',
  maxBody: 25 * 1024 * 1024,
  answer: z.custom<StoredFile>(),
  status: 201,
  errors: ['forbidden', 'unsupported_media_type', 'too_large', 'quota_exceeded', 'storage_full'],
})

/** Pictures are shown, everything else is downloaded. */
export const readFile = defineEndpoint({
  method: 'GET',
  path: '/api/files/{id}',
  summary: 'The bytes of a file this person uploaded or may read on a record',
  access: 'tenant',
  params: fileParams,
  search: z.strictObject({ download: z.enum(['0', '1']).default('0') }),
  answer: 'raw',
})

export const deleteFile = defineEndpoint({
  method: 'DELETE',
  path: '/api/files/{id}',
  summary: 'Remove a file one uploaded that no record holds',
  access: 'tenant',
  params: fileParams,
  status: 204,
  errors: ['in_use'],
})

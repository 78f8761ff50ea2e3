import { z } from 'zod'
import type { SessionEntry } from '../session-entry.ts'
import { defineEndpoint } from './endpoint.ts'

export const listMySessions = defineEndpoint({
  method: 'GET',
  path: '/api/profile/sessions',
  summary: 'Where the person who asks is signed in, the last used first',
  access: 'user',
  answer: z.custom<{ rows: SessionEntry[] }>(),
})

export const endMySession = defineEndpoint({
  method: 'DELETE',
  path: '/api/profile/sessions/{id}',
  summary: 'Sign out in one place, at once',
  access: 'user',
  params: z.strictObject({ id: z.uuid() }),
  errors: ['not_found'],
})

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/api/profile/sessions/end-others',
  summary: 'Sign out everywhere but here, at once',
  access: 'user',
  answer: z.custom<{ ended: number }>(),
})

/** PNG, JPEG or WebP; what cameras and programs wrote beside the picture is taken out. */
export const writeAvatar = defineEndpoint({
  method: 'PUT',
  path: '/api/profile/avatar',
  summary: 'Give the person who asks a picture; the body is its bytes',
  access: 'user',
  takes: 'bytes',
  maxBody: 200 * 1024,
  answer: z.custom<{ avatar_url: string }>(),
  errors: ['unsupported_media_type', 'too_large'],
})

export const deleteAvatar = defineEndpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Take one’s picture away',
  access: 'user',
})

export const readAvatar = defineEndpoint({
  method: 'GET',
  path: '/api/avatars/{user}/{picture}',
  summary: 'The picture of a person by the address that lists of people tell',
  access: 'public',
  params: z.strictObject({ user: z.uuid(), picture: z.uuid() }),
  answer: 'raw',
})

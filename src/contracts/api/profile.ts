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

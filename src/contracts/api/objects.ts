import { z } from 'zod'
import {
  objectCreateSchema,
  objectUpdateSchema,
  type EventView,
  type FullObject,
  type ObjectView,
} from '../object.ts'
import { defineEndpoint } from './endpoint.ts'

interface Page {
  size: number
  after: string | null
}

const tokenParams = z.strictObject({ token: z.string().min(1).max(64) })
const size = z.coerce.number().int().min(1).max(500)
const objectAnswer = z.custom<ObjectView>()

export const listObjects = defineEndpoint({
  method: 'GET',
  path: '/api/objects',
  summary: 'Objects, newest first; of one model with model_id',
  access: 'tenant',
  search: z.strictObject({
    model_id: z.uuid().optional(),
    size: size.optional(),
    after: z.string().max(200).optional(),
  }),
  answer: z.custom<{ rows: ObjectView[]; page: Page }>(),
})

export const createObject = defineEndpoint({
  method: 'POST',
  path: '/api/objects',
  summary: 'Create an object',
  access: 'tenant',
  body: objectCreateSchema,
  answer: objectAnswer,
  status: 201,
  errors: ['invalid', 'not_unique', 'field_forbidden', 'forbidden'],
})

export const readObject = defineEndpoint({
  method: 'GET',
  path: '/api/objects/{token}',
  summary: 'One object with its effective archetype, catalogue and model blocks',
  access: 'tenant',
  params: tokenParams,
  answer: objectAnswer,
})

export const updateObject = defineEndpoint({
  method: 'PUT',
  path: '/api/objects/{token}',
  summary: 'Merge attributes key by key (absent: unchanged, null: cleared)',
  access: 'tenant',
  params: tokenParams,
  body: objectUpdateSchema,
  answer: objectAnswer,
  errors: ['invalid', 'not_unique', 'field_forbidden', 'edit_conflict', 'forbidden'],
})

export const deleteObject = defineEndpoint({
  method: 'DELETE',
  path: '/api/objects/{token}',
  summary: 'Delete an object',
  access: 'tenant',
  params: tokenParams,
  status: 204,
  errors: ['in_use', 'forbidden'],
})

export const readFullObject = defineEndpoint({
  method: 'GET',
  path: '/api/objects/{token}/full',
  summary: 'An object with its archetype, parents, and at most 200 children and 100 events',
  access: 'tenant',
  params: tokenParams,
  search: z.strictObject({ children_after: z.uuid().optional(), events_after: z.uuid().optional() }),
  answer: z.custom<FullObject>(),
})

export const traceObject = defineEndpoint({
  method: 'GET',
  path: '/api/objects/{token}/trace',
  summary: 'What happened to an object, newest first, as this reader may see it',
  access: 'tenant',
  params: tokenParams,
  search: z.strictObject({ size: size.optional(), after: z.uuid().optional() }),
  answer: z.custom<{ rows: EventView[]; page: Page }>(),
})

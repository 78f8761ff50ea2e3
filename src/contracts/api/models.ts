import { z } from 'zod'
import type { ModelDescription } from '../model-description.ts'
import { modelUpdateSchema, modelWriteSchema, type ListedModel, type Model } from '../model.ts'
import { defineEndpoint } from './endpoint.ts'

const modelParams = z.strictObject({ id: z.uuid() })

export const listModels = defineEndpoint({
  method: 'GET',
  path: '/api/models',
  summary: 'The models of the workspace, with the fields this person may read',
  access: 'tenant',
  answer: z.custom<{ rows: ListedModel[]; page: { size: number; after: string | null } }>(),
})

export const readModel = defineEndpoint({
  method: 'GET',
  path: '/api/models/{id}',
  summary: 'One model',
  access: 'tenant',
  params: modelParams,
  answer: z.custom<Model>(),
})

export const createModel = defineEndpoint({
  method: 'POST',
  path: '/api/models',
  summary: 'Make a model; released at once',
  access: 'tenant',
  body: modelWriteSchema,
  answer: z.custom<Model>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'not_unique'],
})

/** Absent stays as it is; `schema` is replaced whole, with `base` merged; the key never changes. */
export const updateModel = defineEndpoint({
  method: 'PUT',
  path: '/api/models/{id}',
  summary: 'Change a model; released at once',
  access: 'tenant',
  params: modelParams,
  body: modelUpdateSchema,
  answer: z.custom<Model>(),
  errors: ['forbidden', 'invalid', 'edit_conflict', 'in_use'],
})

export const deleteModel = defineEndpoint({
  method: 'DELETE',
  path: '/api/models/{id}',
  summary: 'Delete a model that has no records',
  access: 'tenant',
  params: modelParams,
  status: 204,
  errors: ['forbidden', 'in_use'],
})

/** By key; the system's models too. */
export const describeModel = defineEndpoint({
  method: 'GET',
  path: '/api/models/{key}/description',
  summary: 'A model as this person may see and use it',
  access: 'tenant',
  params: z.strictObject({ key: z.string().min(1).max(63) }),
  answer: z.custom<ModelDescription>(),
})

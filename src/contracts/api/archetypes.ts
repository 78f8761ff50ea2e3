import { z } from 'zod'
import { archetypeUpdateSchema, archetypeWriteSchema, type Archetype } from '../archetype.ts'
import { defineEndpoint } from './endpoint.ts'

const archetypeParams = z.strictObject({ id: z.uuid() })

export const listArchetypes = defineEndpoint({
  method: 'GET',
  path: '/api/archetypes',
  summary: 'The archetypes of the workspace',
  access: 'tenant',
  answer: z.custom<{ rows: Archetype[]; page: { size: number; after: string | null } }>(),
})

export const createArchetype = defineEndpoint({
  method: 'POST',
  path: '/api/archetypes',
  summary: 'Make an archetype; released at once',
  access: 'tenant',
  body: archetypeWriteSchema,
  answer: z.custom<Archetype>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

export const updateArchetype = defineEndpoint({
  method: 'PUT',
  path: '/api/archetypes/{id}',
  summary: 'Change an archetype; absent stays as it is',
  access: 'tenant',
  params: archetypeParams,
  body: archetypeUpdateSchema,
  answer: z.custom<Archetype>(),
  errors: ['forbidden', 'invalid', 'edit_conflict'],
})

export const deleteArchetype = defineEndpoint({
  method: 'DELETE',
  path: '/api/archetypes/{id}',
  summary: 'Delete an archetype that no model and no object uses',
  access: 'tenant',
  params: archetypeParams,
  status: 204,
  errors: ['forbidden', 'in_use'],
})

import { z } from 'zod'
import { fieldPermissionSchema, type FieldPermission } from '../permission.ts'
import { roleUpdateSchema, roleWriteSchema, type Role } from '../role.ts'
import { defineEndpoint } from './endpoint.ts'

/** Of the built-in roles those of customers and of the public can be changed. */
const roleParams = z.strictObject({
  id: z.union([z.uuid(), z.enum(['stock:customer', 'stock:public'])]),
})

export const listRoles = defineEndpoint({
  method: 'GET',
  path: '/api/roles',
  summary: 'The built-in roles and those of the workspace',
  access: 'tenant',
  answer: z.custom<{ rows: Role[]; page: { size: number; after: string | null } }>(),
})

export const createRole = defineEndpoint({
  method: 'POST',
  path: '/api/roles',
  summary: 'Make a role',
  access: 'tenant',
  body: roleWriteSchema,
  answer: z.custom<Role>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'not_unique'],
})

export const updateRole = defineEndpoint({
  method: 'PUT',
  path: '/api/roles/{id}',
  summary: 'Change a role',
  access: 'tenant',
  params: roleParams,
  body: roleUpdateSchema,
  answer: z.custom<Role>(),
  errors: ['forbidden', 'invalid'],
})

export const deleteRole = defineEndpoint({
  method: 'DELETE',
  path: '/api/roles/{id}',
  summary: 'Delete a role that nobody has',
  access: 'tenant',
  params: roleParams,
  status: 204,
  errors: ['forbidden', 'in_use'],
})

export const listFieldPermissions = defineEndpoint({
  method: 'GET',
  path: '/api/permissions/fields',
  summary: 'Which roles read and write which fields',
  access: 'tenant',
  search: z.strictObject({ model_id: z.uuid().optional() }),
  answer: z.custom<{ rows: FieldPermission[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

const permissionList = z.array(fieldPermissionSchema).max(2000)

/** Each entry replaces the one of its model and field; the others stay. */
export const writeFieldPermissions = defineEndpoint({
  method: 'POST',
  path: '/api/permissions/fields/bulk',
  summary: 'Set which roles read and write which fields',
  access: 'tenant',
  body: z.union([permissionList, z.strictObject({ permissions: permissionList })]),
  answer: z.custom<{ rows: FieldPermission[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden', 'invalid'],
})

/** Opens a field to everybody again who may use the model. */
export const deleteFieldPermission = defineEndpoint({
  method: 'DELETE',
  path: '/api/permissions/fields/{modelId}/{fieldKey}',
  summary: "Remove a field's own rule",
  access: 'tenant',
  params: z.strictObject({ modelId: z.uuid(), fieldKey: z.string().min(1).max(63) }),
  status: 204,
  errors: ['forbidden'],
})

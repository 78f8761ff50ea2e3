import { z } from 'zod'
import { keySchema } from './field.ts'
import { whereSchema } from './query.ts'

export const builtInRoles = ['owner', 'admin', 'member', 'customer'] as const

export const verbs = ['read', 'create', 'update', 'delete', 'export', 'share'] as const
export type Verb = (typeof verbs)[number]

/** What a role may do besides records: change metadata, people, the workspace itself. */
export const manageAreas = [
  'models',
  'archetypes',
  'layouts',
  'routes',
  'roles',
  'members',
  'workspace',
] as const
export type ManageArea = (typeof manageAreas)[number]

export const modelGrantSchema = z.strictObject({
  verbs: z.array(z.enum(verbs)),
  /** Only rows that meet this; values may be `{"=": "user.id"}`. */
  rows: whereSchema.nullable().optional(),
})
export type ModelGrant = z.infer<typeof modelGrantSchema>

export const roleWriteSchema = z.strictObject({
  key: keySchema,
  label: z.string().min(1).max(200),
  description: z.string().max(2000).nullable().default(null),
  /** By model key; `*` is every model not named. Absent: as a built-in member. */
  grants: z.record(z.string(), modelGrantSchema).optional(),
  manage: z.array(z.enum(manageAreas)).default([]),
})
export type RoleWrite = z.infer<typeof roleWriteSchema>

/** Absent stays as it is; null grants mean: as a built-in member. */
export const roleUpdateSchema = z.strictObject({
  key: keySchema.optional(),
  label: z.string().min(1).max(200).optional(),
  description: z.string().max(2000).nullable().optional(),
  grants: z.record(z.string(), modelGrantSchema).nullable().optional(),
  manage: z.array(z.enum(manageAreas)).optional(),
})
export type RoleUpdate = z.infer<typeof roleUpdateSchema>

/** E-11. */
export type Role = RoleWrite & { id: string; built_in: boolean }

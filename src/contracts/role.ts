import { z } from 'zod'
import { keySchema } from './field.ts'
import { whereSchema } from './query.ts'

export const builtInRoles = ['owner', 'admin', 'member', 'customer', 'public'] as const

/**
 * Built-in roles of those who do not work in the workspace: a customer who is signed in, and whoever is not. They may
 * nothing but what the workspace says model by model and field by field.
 */
export const outsideRoles = ['customer', 'public'] as const
export type OutsideRole = (typeof outsideRoles)[number]
export const isOutsideRole = (key: string): key is OutsideRole =>
  (outsideRoles as readonly string[]).includes(key)

/** What each of them may be given at most: nobody who is not signed in changes or takes away anything. */
export const outsideVerbs = {
  customer: ['read', 'create', 'update', 'export'],
  public: ['read', 'create'],
} as const satisfies Record<OutsideRole, readonly (typeof verbs)[number][]>

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
  'workflows',
  'workspace',
] as const
export type ManageArea = (typeof manageAreas)[number]

const fieldKeys = z.array(keySchema).max(500)

export const modelGrantSchema = z.strictObject({
  verbs: z.array(z.enum(verbs)),
  /** Only rows that meet this; values may be expressions over `user`: `{"=": "user.id"}`, `{"=": "today()"}`. */
  rows: whereSchema.nullable().optional(),
  /**
   * Only these fields, and the record's id. Absent: all; for customers and the public: none. A field's own rule counts
   * beside it.
   */
  fields: z.strictObject({ read: fieldKeys, write: fieldKeys }).optional(),
})
export type ModelGrant = z.infer<typeof modelGrantSchema>

export const roleWriteSchema = z.strictObject({
  key: keySchema,
  label: z.string().min(1).max(200),
  description: z.string().max(2000).nullable().default(null),
  /** By model key; `*` is every model not named. Absent: as a built-in member. */
  grants: z.record(z.string(), modelGrantSchema).optional(),
  manage: z.array(z.enum(manageAreas)).default([]),
  /** Of customers: up to which change of what the product lets them do these grants were brought. */
  brought: z.int().min(0).optional(),
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

import { z } from 'zod'

export const routePathSchema = z
  .string()
  .max(300)
  .regex(
    /^\/(?:[a-z0-9._~-]+|\{[a-zA-Z][a-zA-Z0-9]*\??\}|\*)?(?:\/(?:[a-z0-9._~-]+|\{[a-zA-Z][a-zA-Z0-9]*\??\}|\*))*$/i,
    'Write a path such as /items/{id}.',
  )

/** The first whose role a person has counts; nobody of them: the route's own `layout`. */
const byRoleSchema = z
  .array(z.strictObject({ role: z.string().min(1).max(63), layout: z.string().min(1).max(63) }))
  .max(100)

export const routeWriteSchema = z.strictObject({
  $schema: z.string().optional(),
  path: routePathSchema,
  /** The layout's key. */
  layout: z.string().min(1).max(63),
  title: z.string().min(1).max(200),
  icon: z.string().max(40).nullable().default(null),
  order: z.number().default(0),
  /** Path of the route it hangs under in the navigation. */
  parent: z.string().nullable().default(null),
  /** Whether the navigation lists it. */
  nav: z.boolean().default(false),
  /** Who may open it; absent: every role but customers. */
  access: z.strictObject({ roles: z.array(z.string()).optional() }).default({}),
  params: z.record(z.string(), z.string()).default({}),
  /** Keys of models without which the navigation does not list it. */
  needs: z.array(z.string().max(63)).max(20).optional(),
  /** Screens that roles see here instead of `layout`. */
  by_role: byRoleSchema.optional(),
})
export type RouteWrite = z.infer<typeof routeWriteSchema>

/** Absent stays as it is. */
export const routeUpdateSchema = z.strictObject({
  path: routePathSchema.optional(),
  layout: z.string().min(1).max(63).optional(),
  title: z.string().min(1).max(200).optional(),
  icon: z.string().max(40).nullable().optional(),
  order: z.number().optional(),
  parent: z.string().nullable().optional(),
  nav: z.boolean().optional(),
  access: z.strictObject({ roles: z.array(z.string()).optional() }).optional(),
  params: z.record(z.string(), z.string()).optional(),
  needs: z.array(z.string().max(63)).max(20).optional(),
  by_role: byRoleSchema.optional(),
})
export type RouteUpdate = z.infer<typeof routeUpdateSchema>

/**
 * A route as `GET /api/routes` lists it, with the `layout` that whoever asks sees there and without `by_role`; `origin` says whether it is shipped, shadowed by the workspace, or its own; `lists`:
 * key of the model all of whose records stand there.
 */
export type Route = RouteWrite & {
  id: string
  origin: 'stock' | 'customised' | 'own'
  /** Of a shadowed one: the workspace gave it a title of its own. */
  renamed?: boolean
  lists?: string
}

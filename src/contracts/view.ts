import { z } from 'zod'
import { aggregateFunctions } from './field-types.ts'
import { fieldPathSchema, sortSchema, whereSchema } from './query.ts'

/** The ways a list can be looked at. */
export const viewKinds = ['grid', 'kanban', 'calendar', 'gallery', 'pivot'] as const
export type ViewKind = (typeof viewKinds)[number]

const pathsSchema = z.array(fieldPathSchema).max(200)

/** How a list is arranged: what narrows it, and how it looks. Absent: as the layout says. */
export const viewSettingsSchema = z.strictObject({
  kind: z.enum(viewKinds).optional(),
  filters: whereSchema.nullable().optional(),
  search: z.string().max(200).optional(),
  sort: z.array(sortSchema).max(8).optional(),
  group: z.array(fieldPathSchema).max(3).optional(),
  order: pathsSchema.optional(),
  hidden: z.record(z.string(), z.boolean()).optional(),
  widths: z.record(z.string(), z.number().min(0).max(4000)).optional(),
  pins: z.record(z.string(), z.enum(['left', 'right']).nullable()).optional(),
  /** What stands below a column and in its groups; null: nothing, where the layout has something. */
  totals: z.record(z.string(), z.enum(aggregateFunctions).nullable()).optional(),
  density: z.enum(['compact', 'roomy', 'tall']).optional(),
  /** The field a kanban, calendar or pivot is laid out by; a pivot's columns. */
  by: fieldPathSchema.optional(),
  /** A pivot's rows. */
  rows: fieldPathSchema.optional(),
  /** What a pivot adds up; nothing: how many records. */
  measure: fieldPathSchema.optional(),
  /** The last day of what takes several, in a calendar. */
  until: fieldPathSchema.optional(),
})
export type ViewSettings = z.infer<typeof viewSettingsSchema>

/** A saved view of a list: for everybody it is released like a layout; one's own is kept beside. */
export const viewWriteSchema = z.strictObject({
  title: z.string().trim().min(1).max(120),
  /** Which list: the name under which its layout remembers it, or the key of its model. */
  list: z.string().min(1).max(63),
  model: z.string().min(1).max(63),
  shared: z.boolean().default(false),
  /** Roles that begin with this view; only of one that is shared. */
  default_for: z.array(z.string().max(63)).max(100).default([]),
  /** The shared view that one's own stands over. */
  base_id: z.uuid().nullable().default(null),
  settings: viewSettingsSchema,
})

/** Where a view belongs cannot be changed. */
export const viewUpdateSchema = z.strictObject({
  title: viewWriteSchema.shape.title.optional(),
  default_for: z.array(z.string().max(63)).max(100).optional(),
  settings: viewSettingsSchema.optional(),
})

/** A shared view as it is released. */
export const sharedViewSchema = viewWriteSchema.omit({ shared: true, base_id: true })
export type SharedView = z.infer<typeof sharedViewSchema>

import { z } from 'zod'
import { exportFormatSchema } from './api/exports.ts'
import { keySchema } from './field.ts'

const name = z.string().trim().min(1).max(100)
/** Minute, hour, day of the month, month, day of the week: `0 6 * * 1-5`. */
const plan = z.string().trim().min(1).max(100)
/** `Europe/Berlin` */
const zone = z.string().trim().min(1).max(60)
const query = z.record(z.string(), z.json()).nullable()
const keepDays = z.int().min(1).max(366)
const keepCount = z.int().min(1).max(100)
/** The name that files are uploaded under. */
const source = z.string().trim().min(1).max(100)
const mode = z.enum(['all_or_nothing', 'skip_bad'])
const key = keySchema.nullable()
const withoutKey = z.enum(['refuse', 'create'])

/** An export or import that is repeated by a plan, on behalf of whoever made it and with their rights at each run. */
export const scheduleWriteSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('export'),
    name,
    plan,
    zone: zone.default('UTC'),
    active: z.boolean().default(true),
    model: keySchema,
    format: exportFormatSchema.default('csv'),
    /** A Query without `model`: `where`, `sort`, `search`, and `fields` for the columns. All of it when null. */
    query: query.default(null),
    /** How long a file is kept, and how many of them. */
    keep_days: keepDays.default(7),
    keep_count: keepCount.default(10),
  }),
  z.strictObject({
    kind: z.literal('import'),
    name,
    plan,
    zone: zone.default('UTC'),
    active: z.boolean().default(true),
    /** Columns of the file go to the fields of this model by key or label. */
    model: keySchema,
    source,
    /** The field that finds the record to change instead of adding one. */
    key: key.default(null),
    /** With a key: what a row is whose key is empty, a mistake or a new record. */
    without_key: withoutKey.default('refuse'),
    mode: mode.default('skip_bad'),
  }),
])
export type ScheduleWrite = z.output<typeof scheduleWriteSchema>

/** Absent stays as it is. What the kind of schedule does not know is refused. */
export const scheduleUpdateSchema = z.strictObject({
  name: name.optional(),
  plan: plan.optional(),
  zone: zone.optional(),
  active: z.boolean().optional(),
  model: keySchema.optional(),
  format: exportFormatSchema.optional(),
  query: query.optional(),
  keep_days: keepDays.optional(),
  keep_count: keepCount.optional(),
  source: source.optional(),
  key: key.optional(),
  without_key: withoutKey.optional(),
  mode: mode.optional(),
})
export type ScheduleUpdate = z.output<typeof scheduleUpdateSchema>

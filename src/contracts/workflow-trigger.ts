import { z } from 'zod'
import { keySchema } from './field.ts'
import { whereSchema } from './query.ts'

/** `07:30` */
const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 07:30.')
/** `Europe/Berlin` */
const zoneSchema = z.string().trim().min(1).max(60)
const roleKeys = z.array(keySchema).max(50)

/** Kinds of changes that may begin a workflow. */
export const changeKinds = ['created', 'updated', 'deleted', 'restored'] as const

/** What a person is asked for before a workflow begins. */
export const workflowInputSchema = z.strictObject({
  key: keySchema,
  label: z.string().trim().min(1).max(200),
  type: z.enum(['text', 'number', 'date', 'boolean', 'select']).default('text'),
  required: z.boolean().default(false),
  options: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
})
export type WorkflowInput = z.output<typeof workflowInputSchema>

/** What begins a workflow: one thing. */
export const workflowTriggerSchema = z.discriminatedUnion('on', [
  z
    .strictObject({
      on: z.literal('change'),
      model: keySchema.meta({ title: 'Records of', control: 'model' }),
      kinds: z
        .array(z.enum(changeKinds))
        .min(1)
        .default(['created', 'updated'])
        .meta({ title: 'When they are' }),
      fields: z.array(keySchema).max(100).default([]).meta({
        title: 'Only when these fields change',
        description: 'Empty: any field.',
        control: 'fields',
      }),
      where: whereSchema.nullable().default(null).meta({ title: 'Only records where', control: 'where' }),
    })
    .meta({ title: 'A record changes', icon: 'table' }),
  z
    .strictObject({
      on: z.literal('schedule'),
      plan: z.string().trim().min(1).max(100).meta({
        title: 'Plan',
        description: 'Minute, hour, day, month and weekday: 0 6 * * 1-5 is six o’clock on weekdays.',
      }),
      zone: zoneSchema.default('UTC').meta({ title: 'Time zone' }),
    })
    .meta({ title: 'A time comes', icon: 'clock' }),
  z
    .strictObject({
      on: z.literal('date'),
      model: keySchema.meta({ title: 'Records of', control: 'model' }),
      field: keySchema.meta({ title: 'Date', control: 'field' }),
      days: z.int().min(-366).max(366).default(0).meta({
        title: 'Days after it',
        description: 'Below zero: so many days before.',
      }),
      at: clockSchema.default('07:00').meta({ title: 'Time of day' }),
      zone: zoneSchema.default('UTC').meta({ title: 'Time zone' }),
      where: whereSchema.nullable().default(null).meta({ title: 'Only records where', control: 'where' }),
    })
    .meta({ title: 'A date is reached', icon: 'calendar' }),
  z
    .strictObject({
      on: z.literal('button'),
      model: keySchema
        .nullable()
        .default(null)
        .meta({ title: 'On records of', description: 'Empty: on no record.', control: 'model' }),
      roles: roleKeys.default([]).meta({
        title: 'Who may press it',
        description: 'Empty: everybody in the workspace.',
        control: 'roles',
      }),
    })
    .meta({ title: 'Somebody presses a button', icon: 'play' }),
  z
    .strictObject({
      on: z.literal('form'),
      fields: z.array(workflowInputSchema).min(1).max(50).meta({ title: 'What is asked', control: 'inputs' }),
      roles: roleKeys.default([]).meta({
        title: 'Who may fill it in',
        description: 'Empty: everybody in the workspace.',
        control: 'roles',
      }),
    })
    .meta({ title: 'Somebody fills in a form', icon: 'file' }),
  z.strictObject({ on: z.literal('hook') }).meta({ title: 'Another program calls', icon: 'send' }),
])
export type WorkflowTrigger = z.output<typeof workflowTriggerSchema>
export type TriggerKind = WorkflowTrigger['on']

import { z } from 'zod'
import { expressionSchema } from './expression.ts'

const bindable = z.union([expressionSchema, z.json()])
const values = z.union([expressionSchema, z.record(z.string(), bindable)])

/** Do this step only when true; the steps after it go on either way. */
const when = expressionSchema.optional()

/** One step of what an event does. Steps run in order; a refused confirm or a failed step stops the rest. */
export const actionStepSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('navigate'), when, to: bindable, replace: z.boolean().optional() }),
  z.strictObject({
    do: z.literal('open'),
    when,
    layout: z.string(),
    params: values.optional(),
    as: z.enum(['drawer', 'dialog']).default('drawer'),
    title: bindable.optional(),
  }),
  z.strictObject({ do: z.literal('close'), when }),
  z.strictObject({ do: z.literal('create'), when, model: bindable, values, into: z.string().optional() }),
  z.strictObject({
    do: z.literal('save'),
    when,
    model: bindable,
    id: bindable,
    values,
    base: values.optional(),
  }),
  z.strictObject({ do: z.literal('delete'), when, model: bindable, id: bindable }),
  /** A command of the product by its name, `estimate.fork`; `into` keeps its result in the screen's state. */
  z.strictObject({
    do: z.literal('run'),
    when,
    command: bindable,
    input: values.optional(),
    into: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('set-state'), when, key: z.string(), value: bindable }),
  z.strictObject({
    do: z.literal('refresh'),
    when,
    sources: z.array(z.string()).optional(),
    /** And everything that shows records of these models. */
    models: z.array(z.string()).optional(),
  }),
  z.strictObject({
    do: z.literal('confirm'),
    when,
    title: bindable,
    text: bindable.optional(),
    confirm: bindable.optional(),
    danger: z.boolean().optional(),
    type: bindable.optional(),
  }),
  z.strictObject({
    do: z.literal('toast'),
    when,
    tone: z.enum(['success', 'info', 'warning', 'error']).default('success'),
    text: bindable,
  }),
  z.strictObject({
    do: z.literal('download'),
    when,
    url: bindable,
    name: bindable.optional(),
    /** Asks for it in the reader's language: `language` is added to the address. */
    with_language: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal('copy'), when, text: bindable }),
])
export type ActionStep = z.infer<typeof actionStepSchema>
export const actionSchema = z.array(actionStepSchema).max(20)
export type Action = z.infer<typeof actionSchema>

/** The contract of a step as JSON Schema (draft 2020-12), so that the editor can make a form of it. */
export const actionStepJsonSchema = (): Record<string, unknown> =>
  z.toJSONSchema(actionStepSchema, { io: 'input' })

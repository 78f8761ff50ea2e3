import { z } from 'zod'
import { expressionSchema } from './expression.ts'
import { keySchema } from './field.ts'
import { sortSchema, whereSchema } from './query.ts'
import { workflowTriggerSchema } from './workflow-trigger.ts'

/** A name that expressions use: `steps.ask_buyer.decision`. */
const stepIdSchema = keySchema
/** A plain value, or `{"=": "record.total * 2"}`. */
const bindable = z.json()
const valuesSchema = z.record(keySchema, bindable)
const text = (title: string, most: number, control = 'text') =>
  z.union([expressionSchema, z.string().max(most)]).meta({ title, control })

const common = {
  id: stepIdSchema,
  /** What people call it. */
  title: z.string().max(200).default(''),
  /** Otherwise the step is passed over. */
  when: expressionSchema.nullable().default(null),
  /** Tries after the first one, where the reason may pass by itself. */
  retries: z.int().min(0).max(8).default(3),
}

/** Members, roles, or an expression that gives the id of a member, or a list of them. */
const peopleSchema = z
  .array(
    z.union([expressionSchema, z.strictObject({ member: z.uuid() }), z.strictObject({ role: keySchema })]),
  )
  .min(1)
  .max(20)
export type People = z.output<typeof peopleSchema>

/** What a step does that holds no steps. Nothing here runs a program, a script or SQL, and nothing reads the environment. */
const plainSteps = [
  z
    .strictObject({
      kind: z.literal('set'),
      ...common,
      model: keySchema.meta({ title: 'Record of', control: 'model' }),
      record: text('Which record', 4000, 'expression').default({ '=': 'record.id' }),
      values: valuesSchema.default({}).meta({ title: 'Fields', control: 'values' }),
    })
    .meta({ title: 'Set fields', icon: 'pencil' }),
  z
    .strictObject({
      kind: z.literal('create'),
      ...common,
      model: keySchema.meta({ title: 'Record of', control: 'model' }),
      values: valuesSchema.default({}).meta({ title: 'Fields', control: 'values' }),
    })
    .meta({ title: 'Create a record', icon: 'plus' }),
  z
    .strictObject({
      kind: z.literal('find'),
      ...common,
      model: keySchema.meta({ title: 'Records of', control: 'model' }),
      where: whereSchema.nullable().default(null).meta({ title: 'Only records where', control: 'where' }),
      sort: z.array(sortSchema).max(3).default([]),
      most: z.int().min(1).max(100).default(100).meta({ title: 'At most' }),
    })
    .meta({ title: 'Find records', icon: 'search' }),
  z
    .strictObject({
      kind: z.literal('notify'),
      ...common,
      to: peopleSchema.meta({ title: 'Whom', control: 'people' }),
      by: z
        .array(z.enum(['app', 'mail', 'text']))
        .min(1)
        .default(['app'])
        .meta({ title: 'How' }),
      subject: text('Subject', 200),
      message: text('Message', 4000, 'long-text').default(''),
      link: text('Link', 500).default('').meta({ description: 'A place in the workspace: /objects/…' }),
    })
    .meta({ title: 'Tell somebody', icon: 'mail' }),
  z
    .strictObject({
      kind: z.literal('approve'),
      ...common,
      by: peopleSchema.meta({ title: 'Who decides', control: 'people' }),
      subject: text('Question', 200),
      message: text('Details', 4000, 'long-text').default(''),
      link: text('Link', 500).default('').meta({ description: 'A place in the workspace: /objects/…' }),
    })
    .meta({ title: 'Ask for approval', icon: 'check' }),
  z
    .strictObject({
      kind: z.literal('call'),
      ...common,
      url: text('Web address', 2000),
      body: bindable.default({}).meta({ title: 'What is sent', control: 'json' }),
    })
    .meta({ title: 'Call a webhook', icon: 'send' }),
  z
    .strictObject({
      kind: z.literal('run'),
      ...common,
      command: z
        .string()
        .min(1)
        .regex(/^[a-z][a-z-]{0,40}\.[a-z][a-z-]{0,60}$/)
        .meta({ title: 'Command', control: 'command' }),
      input: z.record(z.string().max(100), bindable).default({}).meta({ title: 'Input', control: 'json' }),
    })
    .meta({ title: 'Run a command', icon: 'play' }),
  z
    .strictObject({
      kind: z.literal('wait'),
      ...common,
      /** Seconds. */
      seconds: z
        .int()
        .min(1)
        .max(366 * 86_400)
        .nullable()
        .default(null)
        .meta({ title: 'For', control: 'duration' }),
      /** A moment or a day; one that has passed does not wait. */
      until: expressionSchema.nullable().default(null).meta({ title: 'Or until', control: 'expression' }),
    })
    .meta({ title: 'Wait', icon: 'clock' }),
] as const

/** The most turns a loop may take, and steps a workflow may have and a run may take. */
export const workflowLimits = { turns: 1000, steps: 100, taken: 1000, depth: 5 } as const

type PlainStep = { [Place in keyof typeof plainSteps]: z.output<(typeof plainSteps)[Place]> }[number]
type Common = Pick<PlainStep, keyof typeof common>
type Branch = Common & {
  kind: 'branch'
  test: z.output<typeof expressionSchema>
  yes: WorkflowStep[]
  no: WorkflowStep[]
}
type Each = Common & {
  kind: 'each'
  list: z.output<typeof expressionSchema>
  most: number
  steps: WorkflowStep[]
}

/** One step. `yes`, `no` and `steps` hold further ones. */
export type WorkflowStep = PlainStep | Branch | Each
export type StepKind = WorkflowStep['kind']

const stepsSchema: z.ZodType<WorkflowStep[]> = z.lazy(() =>
  z.array(workflowStepSchema).max(workflowLimits.steps),
)

const branchSchema = z
  .strictObject({
    kind: z.literal('branch'),
    ...common,
    test: expressionSchema.meta({ title: 'If', control: 'expression' }),
    yes: stepsSchema.default([]),
    no: stepsSchema.default([]),
  })
  .meta({ title: 'Branch', icon: 'branch' })

const eachSchema = z
  .strictObject({
    kind: z.literal('each'),
    ...common,
    list: expressionSchema.meta({
      title: 'For each of',
      control: 'expression',
      description: 'A list: steps.find.rows. Inside, item is the one and index its place.',
    }),
    most: z.int().min(1).max(workflowLimits.turns).default(100).meta({ title: 'At most' }),
    steps: stepsSchema.default([]),
  })
  .meta({ title: 'For each', icon: 'redo' })

const workflowStepSchema: z.ZodType<WorkflowStep> = z.lazy(() =>
  z.discriminatedUnion('kind', [...plainSteps, branchSchema, eachSchema]),
) as z.ZodType<WorkflowStep>

/** Every kind of step with its contract, in the order in which they are offered. */
export const stepKinds = [...plainSteps, branchSchema, eachSchema] as const

/**
 * What begins, what is done, with whose rights: `{key: 'remind', title: 'Remind the buyer', trigger: {on: 'button'}, steps: […]}`.
 * Released like a model: a run keeps the version it began with.
 */
export const workflowSchema = z.strictObject({
  key: keySchema,
  title: z.string().trim().min(1).max(100),
  description: z.string().max(2000).default(''),
  active: z.boolean().default(true),
  /**
   * Null: with the rights of whoever changed the record or pressed the button; where nobody did, of whoever released the
   * workflow. Otherwise with this role's. Never more than whoever released it may.
   */
  runs_as: keySchema.nullable().default(null),
  trigger: workflowTriggerSchema,
  steps: stepsSchema.default([]),
})
export type Workflow = z.output<typeof workflowSchema>

/** Absent stays as it is. */
export const workflowUpdateSchema = z.strictObject({
  title: workflowSchema.shape.title.optional(),
  description: z.string().max(2000).optional(),
  active: z.boolean().optional(),
  runs_as: keySchema.nullable().optional(),
  trigger: workflowTriggerSchema.optional(),
  steps: stepsSchema.optional(),
})
export type WorkflowUpdate = z.output<typeof workflowUpdateSchema>

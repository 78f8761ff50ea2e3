import { z } from 'zod'
import { keySchema } from '../field.ts'
import type { Reason } from '../reason.ts'
import { workflowSchema, workflowUpdateSchema, type Workflow } from '../workflow.ts'
import type { TriggerKind, WorkflowInput } from '../workflow-trigger.ts'
import { defineEndpoint } from './endpoint.ts'

/** A workflow as it is released. */
export interface WorkflowState extends Workflow {
  id: string
  version_id: string
  /** Who released it: no run may more than they may. */
  owner_id: string | null
  /** When a plan or a date is looked at next. */
  next_at: string | null
  /** Whether an address for other programs was made. */
  has_hook: boolean
  /** Whether its calls to other programs are signed. */
  has_secret: boolean
  updated_at: string
}

export type RunStatus = 'running' | 'waiting' | 'approval' | 'done' | 'failed' | 'stopped' | 'cancelled'

/** A run. `failed` is given up until somebody tries it again; `stopped` was begun by too long a chain of workflows. */
export interface WorkflowRun {
  id: string
  workflow_id: string
  key: string
  title: string
  status: RunStatus
  trigger_kind: TriggerKind
  model_id: string | null
  record_id: string | null
  user_id: string
  role: string | null
  depth: number
  parent_id: string | null
  replay_of: string | null
  steps: number
  attempts: number
  /** In English; `reasons` are what it is said by in other languages, null where none were kept. */
  error: string | null
  reasons: readonly Reason[] | null
  next_at: string | null
  created_at: string
  ended_at: string | null
}

/** A decision that a run waits for, and who of those it asked is still in the workspace. */
export interface OpenApproval {
  subject: string
  asked: { id: string; name: string }[]
}

/** A mail or text message that a step of a run has written. `failed`: it was given up, until somebody sends it again. */
export interface RunMessage {
  id: string
  /** `number` of the step. */
  step: number
  channel: 'email' | 'sms'
  /** Whom it goes to. */
  name: string
  status: 'waiting' | 'sent' | 'failed'
  attempts: number
  /** Why the last try did not go well. */
  reasons: readonly Reason[] | null
  /** When it is tried again. */
  next_at: string | null
  sent_at: string | null
}

/** A run with what its steps did and what leaves because of it. */
export interface WorkflowRunDetail extends WorkflowRun {
  trigger: unknown
  approval: OpenApproval | null
  log: StepLog[]
  messages: RunMessage[]
}

/** One try of one step. */
export interface StepLog {
  number: number
  step_id: string
  kind: string
  title: string
  turn: string | null
  status: 'done' | 'skipped' | 'failed' | 'waiting'
  attempt: number
  input: unknown
  output: unknown
  error: string | null
  reasons: readonly Reason[] | null
  took_ms: number
  at: string
}

/** What may be built with, for the designer: titles, and JSON Schemas of what each part takes. */
export interface WorkflowParts {
  steps: WorkflowPart[]
  triggers: WorkflowPart[]
  commands: { name: string; title: string }[]
}
export interface WorkflowPart {
  kind: string
  title: string
  icon: string
  schema: Record<string, unknown>
}

/** A workflow the caller may begin. */
export interface StartableWorkflow {
  key: string
  title: string
  description: string
  model: string | null
  /** Null: there is nothing to fill in. */
  fields: WorkflowInput[] | null
}

const keyed = z.strictObject({ key: keySchema })
const oneRun = z.strictObject({ key: keySchema, id: z.uuid() })
const cause = {
  /** The record it is about. */
  record: z.uuid().optional(),
  /** What the form asks for. */
  input: z.record(z.string(), z.json()).optional(),
}

export const listWorkflows = defineEndpoint({
  method: 'GET',
  path: '/api/workflows',
  summary: 'The workflows of the workspace',
  access: 'tenant',
  answer: z.custom<{ rows: WorkflowState[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

export const createWorkflow = defineEndpoint({
  method: 'POST',
  path: '/api/workflows',
  summary: 'Make a workflow and release it',
  access: 'tenant',
  person: true,
  body: workflowSchema,
  answer: z.custom<WorkflowState>(),
  status: 201,
  errors: ['forbidden', 'invalid', 'not_unique'],
})

export const readWorkflow = defineEndpoint({
  method: 'GET',
  path: '/api/workflows/{key}',
  summary: 'A workflow',
  access: 'tenant',
  params: keyed,
  answer: z.custom<WorkflowState>(),
  errors: ['forbidden'],
})

export const updateWorkflow = defineEndpoint({
  method: 'PATCH',
  path: '/api/workflows/{key}',
  summary: 'Change a workflow and release it; runs under way keep the version they began with',
  access: 'tenant',
  person: true,
  params: keyed,
  body: workflowUpdateSchema.extend({
    /** The version that was seen; another one since is 412. */
    base_version_id: z.uuid().optional(),
  }),
  answer: z.custom<WorkflowState>(),
  errors: ['forbidden', 'invalid', 'edit_conflict'],
})

export const deleteWorkflow = defineEndpoint({
  method: 'DELETE',
  path: '/api/workflows/{key}',
  summary: 'Take a workflow out; runs under way go on',
  access: 'tenant',
  person: true,
  params: keyed,
  errors: ['forbidden'],
})

export const listWorkflowParts = defineEndpoint({
  method: 'GET',
  path: '/api/workflow-parts',
  summary: 'What workflows are built of: triggers, steps and commands, with the JSON Schema of each',
  access: 'tenant',
  answer: z.custom<WorkflowParts>(),
})

/** Shown this once; the address made before ends. */
export const makeWorkflowHook = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/hook',
  summary: 'Make the address by which other programs begin a workflow',
  access: 'tenant',
  person: true,
  params: keyed,
  answer: z.custom<{ url: string }>(),
  status: 201,
  errors: ['forbidden', 'invalid'],
})

/**
 * Shown this once; the one made before ends. From then on every call of the workflow carries `webhook-id`,
 * `webhook-timestamp` and `webhook-signature` as Standard Webhooks says.
 */
export const makeWorkflowSecret = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/secret',
  summary: 'Make the secret that calls of a workflow to other programs are signed with',
  access: 'tenant',
  person: true,
  params: keyed,
  answer: z.custom<{ secret: string }>(),
  status: 201,
  errors: ['forbidden'],
})

export const startWorkflow = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/runs',
  summary: 'Begin a workflow that a button or a form begins',
  access: 'tenant',
  params: keyed,
  body: z.strictObject(cause),
  answer: z.custom<{ id: string }>(),
  status: 202,
  errors: ['invalid'],
})

export const listStartable = defineEndpoint({
  method: 'GET',
  path: '/api/workflow-starts',
  summary: 'The workflows the caller may begin by a button or a form',
  access: 'tenant',
  search: z.strictObject({ model: keySchema.optional(), key: keySchema.optional() }),
  answer: z.custom<{ rows: StartableWorkflow[]; page: { size: number; after: string | null } }>(),
})

export const listRuns = defineEndpoint({
  method: 'GET',
  path: '/api/workflows/{key}/runs',
  summary: 'The runs of a workflow, newest first; all of them are a question about sys_workflow_run',
  access: 'tenant',
  params: keyed,
  search: z.strictObject({
    status: z.enum(['running', 'waiting', 'approval', 'done', 'failed', 'stopped', 'cancelled']).optional(),
    size: z.coerce.number().int().min(1).max(500).default(100),
    after: z.uuid().optional(),
  }),
  answer: z.custom<{ rows: WorkflowRun[]; page: { size: number; after: string | null } }>(),
  errors: ['forbidden'],
})

export const readRun = defineEndpoint({
  method: 'GET',
  path: '/api/workflows/{key}/runs/{id}',
  summary: 'A run, with what each step was given and gave, and what became of its mails and text messages',
  access: 'tenant',
  params: oneRun,
  answer: z.custom<WorkflowRunDetail>(),
  errors: ['forbidden'],
})

export const retryRun = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/runs/{id}/retry',
  summary: 'Try the step again at which a run was given up',
  access: 'tenant',
  params: oneRun,
  answer: z.custom<{ id: string }>(),
  status: 202,
  errors: ['forbidden', 'invalid'],
})

export const replayRun = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/runs/{id}/replay',
  summary: 'Begin a run again from its beginning, for the same cause, with the version it had',
  access: 'tenant',
  params: oneRun,
  answer: z.custom<{ id: string }>(),
  status: 202,
  errors: ['forbidden'],
})

export const cancelRun = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/runs/{id}/cancel',
  summary: 'End a run that is not through; what it did stays',
  access: 'tenant',
  params: oneRun,
  status: 204,
  errors: ['forbidden', 'invalid'],
})

export const askAnother = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/runs/{id}/ask',
  summary: 'Ask somebody else, too, for the decision a run waits for',
  access: 'tenant',
  params: oneRun,
  body: z.strictObject({ person: z.uuid() }),
  status: 204,
  errors: ['forbidden', 'invalid'],
})

export const resendMessage = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/runs/{id}/resend',
  summary: 'Send a mail or text message of a run again that was given up, or one that waits now',
  access: 'tenant',
  params: oneRun,
  body: z.strictObject({ message: z.uuid() }),
  status: 204,
  errors: ['forbidden', 'invalid'],
})

/** What a step of a dry run would do. */
export interface DryStep {
  step_id: string
  kind: string
  title: string
  turn: string | null
  status: 'done' | 'skipped' | 'failed'
  input: unknown
  output: unknown
  error: string | null
  reasons: readonly Reason[] | null
}
export interface DryRun {
  outcome: 'done' | 'failed' | 'unfinished'
  acts_as: { name: string; role: string }
  steps: DryStep[]
}

export const dryRunWorkflow = defineEndpoint({
  method: 'POST',
  path: '/api/workflows/{key}/dry-run',
  summary:
    'Say what a workflow would do for a person, as far as the caller may too; nothing is written or sent',
  access: 'tenant',
  params: keyed,
  body: z.strictObject({
    ...cause,
    /** Whose rights count; the caller's when absent. */
    as: z.uuid().optional(),
    /** What another program would send. */
    body: z.json().optional(),
    /** A workflow that is not released yet, instead. */
    workflow: workflowSchema.optional(),
  }),
  answer: z.custom<DryRun>(),
  errors: ['forbidden', 'invalid'],
})

/** With an `Idempotency-Key` (or `webhook-id`) the same call begins it once. */
export const callWorkflowHook = defineEndpoint({
  method: 'POST',
  path: '/api/workflow-hooks/{token}',
  summary: 'Begin a workflow from another program',
  access: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  body: z.json(),
  maxBody: 256 * 1024,
  answer: z.custom<{ received: true }>(),
  status: 202,
  errors: ['rate_limited'],
})

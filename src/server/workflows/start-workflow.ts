import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { StartableWorkflow } from '#contracts/api/workflows.ts'
import { isOutsideRole } from '#contracts/role.ts'
import type { WorkflowInput, WorkflowTrigger } from '#contracts/workflow-trigger.ts'
import type { Caller } from '../database/in-tenant.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { activeWorkflows, type ActiveWorkflow } from './active-workflows.ts'
import { beginRun } from './begin-run.ts'

type StartTrigger = Extract<WorkflowTrigger, { on: 'button' | 'form' }>

const runsAll: ReadonlySet<string> = new Set(['owner', 'admin'])

/** The trigger of a workflow this person may begin; null for any other. */
function startOf({ caller }: RecordContext, { workflow: { trigger } }: ActiveWorkflow): StartTrigger | null {
  if (trigger.on !== 'button' && trigger.on !== 'form') return null
  const isAsked = (role: string): boolean =>
    trigger.roles.length > 0 ? trigger.roles.includes(role) : !isOutsideRole(role)
  // A program or a workflow with that role begins nothing that is not for whoever stands behind it, who may have less.
  const [own, behind] = [caller.role, caller.token?.ownRole ?? caller.role]
  return isAsked(own) && (isAsked(behind) || runsAll.has(behind)) ? trigger : null
}

/** What this person may begin: by a button on records of a model, or by a form. */
export async function startableWorkflows(
  context: RecordContext,
  only: { model?: string | undefined; key?: string | undefined },
): Promise<StartableWorkflow[]> {
  const all = await activeWorkflows(context.tx, context.caller.tenantId, only.key ? { key: only.key } : {})
  return all.flatMap((workflow) => {
    const trigger = startOf(context, workflow)
    if (!trigger) return []
    const model = trigger.on === 'button' ? trigger.model : null
    if (only.model !== undefined && only.model !== model) return []
    const { key, title, workflow: released } = workflow
    const fields = trigger.on === 'form' ? trigger.fields : null
    return { key, title, description: released.description, model, fields }
  })
}

const runOf = `
  select id, depth from app.workflow_runs
  where tenant_id = $1 and id = nullif(current_setting('app.workflow_run', true), '')::uuid`

/**
 * Begins a workflow that a button or a form begins and answers the run's id. Throws 404 for one that is not there, is
 * switched off or is not for this person, and for a record they may not see; 422 for what the form lacks.
 */
export async function startWorkflow(
  context: RecordContext,
  key: string,
  { record, input = {} }: { record?: string | undefined; input?: Record<string, unknown> | undefined },
): Promise<{ id: string }> {
  const { tx, caller, workspace } = context
  const [workflow] = await activeWorkflows(tx, caller.tenantId, { key })
  const trigger = workflow && startOf(context, workflow)
  if (!workflow || !trigger) throw new AppError('not_found')
  const model = trigger.on === 'button' && trigger.model !== null ? workspace.models.get(trigger.model) : null
  if (model) {
    if (record === undefined)
      throw invalid([{ path: 'record', code: 'required', message: 'Say for which record.' }])
    if (!(await visibleIds(context, model.key, [record.toLowerCase()])).has(record.toLowerCase()))
      throw new AppError('not_found')
  }
  const { rows } = await tx.query<{ id: string; depth: number }>(runOf, [caller.tenantId])
  const id = await beginRun(tx, caller.tenantId, {
    workflow,
    userId: workflow.role === null ? caller.userId : workflow.owner_id,
    role: workflow.role ?? narrowerRole(caller),
    trigger: {
      kind: trigger.on,
      at: new Date().toISOString(),
      ...(trigger.on === 'form' && { input: readInput(trigger.fields, input) }),
    },
    record: model?.id && record !== undefined ? { model_id: model.id, id: record.toLowerCase() } : null,
    parent: rows[0] ?? null,
  })
  return { id: must(id, 'nothing says that it must begin once') }
}

// A program that has fewer rights than its person begins nothing with more.
const narrowerRole = ({ role, token }: Caller): string | null =>
  token !== undefined && token.ownRole !== role ? role : null

/** What a person filled in, by the questions of the form. Throws 422 with everything that is wrong. */
export function readInput(
  fields: readonly WorkflowInput[],
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = new Set(fields.map(({ key }) => key))
  const wrong: ErrorDetail[] = Object.keys(input)
    .filter((key) => !known.has(key))
    .map((key) => ({ path: `input.${key}`, code: 'unknown_key', message: 'This is not asked.' }))
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = input[field.key] ?? null
    const message = answerProblem(field, value)
    if (message !== null) wrong.push({ path: `input.${field.key}`, code: 'value', message })
    values[field.key] = value === '' ? null : value
  }
  if (wrong.length > 0) throw invalid(wrong)
  return values
}

function answerProblem({ type, required, options }: WorkflowInput, value: unknown): string | null {
  if (value === null || value === '') return required ? 'This is required.' : null
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'Answer yes or no.'
  if (typeof value !== 'string' || value.length > 4000) return 'Write a text.'
  if (type === 'number') return /^-?\d{1,30}(\.\d{1,18})?$/.test(value) ? null : 'Write a number.'
  if (type === 'date')
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? null : 'Write a day.'
  return type === 'select' && !options.includes(value) ? 'Choose one of these.' : null
}

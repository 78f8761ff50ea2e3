import { AppError, type ErrorDetail } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { saying, type Message } from '#base/saying.ts'
import { isExpression } from '#contracts/expression.ts'
import type { Where } from '#contracts/query.ts'
import { workflowLimits, type Workflow, type WorkflowStep } from '#contracts/workflow.ts'
import { checkNames } from '#expressions/check-names.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { parseOnce } from '#expressions/parse-once.ts'
import { conditionPaths } from '#kernel/permissions/narrow-view.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Future } from '../releases/future.ts'
import { checkPlan } from '../schedules/next-time.ts'
import { planOf } from './plan-of.ts'
import { innerLists } from './run-state.ts'
import { triggerNames, workflowNames } from './workflow-names.ts'

const problem = (path: string, code: string, message: string | Message): ErrorDetail => ({
  path,
  code,
  ...(typeof message === 'string' ? { message } : message),
})
const read = parseOnce((tree) => checkNames(tree, workflowNames)[0] ?? tree)
const readTrigger = parseOnce((tree) => checkNames(tree, triggerNames)[0] ?? tree)

/** What is wrong with a workflow beside its shape: names of models, fields, roles and steps, expressions, plans. */
export function checkWorkflow(workflow: Workflow, future: Future): ErrorDetail[] {
  const placed = [...placedSteps(workflow.steps, 'steps')]
  return [
    ...checkTrigger(workflow, future),
    ...(workflow.runs_as === null || future.hasRole(workflow.runs_as) ? [] : [unknownRole('runs_as')]),
    ...(placed.length > workflowLimits.steps
      ? [
          problem(
            'steps',
            'limit',
            saying('A workflow may have {{count}} steps.', { count: workflowLimits.steps }),
          ),
        ]
      : []),
    ...repeated(placed),
    ...placed.flatMap(({ step, path }) => checkStep(step, path, future)),
    // What is switched off may be unfinished, and can always be switched off.
    ...(workflow.active ? placed.flatMap(unfinished) : []),
  ]
}

const unknownRole = (path: string): ErrorDetail => problem(path, 'unknown_role', 'There is no such role.')

interface Placed {
  step: WorkflowStep
  path: string
}

/** Every step with its place: `steps.0`, `steps.0.yes.1`. */
export function* placedSteps(steps: readonly WorkflowStep[], path: string): Generator<Placed> {
  for (const [index, step] of steps.entries()) {
    const place = `${path}.${index}`
    yield { step, path: place }
    for (const [part, inner] of innerLists(step)) yield* placedSteps(inner, `${place}.${part}`)
  }
}

function repeated(placed: readonly Placed[]): ErrorDetail[] {
  const seen = new Set<string>()
  return placed.flatMap(({ step, path }) => {
    if (!seen.has(step.id)) return (seen.add(step.id), [])
    return [
      problem(`${path}.id`, 'duplicate', saying('{{name}}: This name is there twice.', { name: step.id })),
    ]
  })
}

function checkTrigger({ trigger }: Workflow, future: Future): ErrorDetail[] {
  const path = 'trigger'
  const roles = 'roles' in trigger ? trigger.roles : []
  const wrong = roles.flatMap((role, index) =>
    future.hasRole(role) ? [] : [unknownRole(`${path}.roles.${index}`)],
  )
  const plan = planOf(trigger)
  if (plan) wrong.push(...planProblems(plan))
  if (trigger.on === 'form') {
    const keys = trigger.fields.map(({ key }) => key)
    if (new Set(keys).size < keys.length)
      wrong.push(problem(`${path}.fields`, 'duplicate', 'A question is there twice.'))
  }
  if (!('model' in trigger) || trigger.model === null) return wrong
  const model = writable(future, trigger.model)
  if (!model) return [...wrong, unknownModel(`${path}.model`)]
  if (trigger.on === 'change') wrong.push(...unknownFields(model, trigger.fields, `${path}.fields`))
  if (trigger.on === 'date') {
    const field = model.fields.get(trigger.field)
    if (field?.type !== 'date' && field?.type !== 'datetime')
      wrong.push(problem(`${path}.field`, 'type', 'Choose a field that holds a date.'))
  }
  const where = 'where' in trigger ? trigger.where : null
  return [
    ...wrong,
    ...checkWhere(model, where, `${path}.where`),
    ...expressionProblems(where, `${path}.where`, readTrigger),
  ]
}

function planProblems({ plan, zone }: { plan: string; zone: string }): ErrorDetail[] {
  try {
    checkPlan(plan, zone, new Date())
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return (error.details as ErrorDetail[]).map((detail) => ({ ...detail, path: `trigger.${detail.path}` }))
  }
}

const unknownModel = (path: string): ErrorDetail => problem(path, 'unknown_model', 'There is no such model.')

function writable(future: Future, key: string): ModelInfo | null {
  const model = future.workspace().models.get(key)
  return model?.kind === 'objects' ? model : null
}

const unknownFields = (model: ModelInfo, keys: readonly string[], path: string): ErrorDetail[] =>
  keys.flatMap((key) =>
    model.fields.has(key)
      ? []
      : [
          problem(
            `${path}.${key}`,
            'unknown_field',
            saying('{{name}}: There is no such field.', { name: key }),
          ),
        ],
  )

const checkWhere = (model: ModelInfo, where: Where | null, path: string): ErrorDetail[] =>
  where === null
    ? []
    : unknownFields(
        model,
        conditionPaths(where).map((place) => place.split('.')[0] ?? ''),
        path,
      )

function checkStep(step: WorkflowStep, path: string, future: Future): ErrorDetail[] {
  const wrong = [...expressionProblems(ownParts(step), path, read)]
  if (step.kind === 'set' || step.kind === 'create') {
    const model = writable(future, step.model)
    if (!model) wrong.push(unknownModel(`${path}.model`))
    else wrong.push(...unknownFields(model, Object.keys(step.values), `${path}.values`))
  }
  if (step.kind === 'find') {
    const model = future.workspace().models.get(step.model)
    if (!model) wrong.push(unknownModel(`${path}.model`))
    else wrong.push(...checkWhere(model, step.where, `${path}.where`))
  }
  if (step.kind === 'wait' && (step.seconds === null) === (step.until === null))
    wrong.push(problem(`${path}.seconds`, 'wait', 'Say either for how long or until when.'))
  const people = step.kind === 'notify' ? step.to : step.kind === 'approve' ? step.by : []
  for (const [index, entry] of people.entries())
    if ('role' in entry && !future.hasRole(entry.role))
      wrong.push(unknownRole(`${path}.${step.kind === 'notify' ? 'to' : 'by'}.${index}`))
  return wrong
}

/** Words without which a step says or calls nothing. The shape allows that, so that what was released earlier still runs. */
function unfinished({ step, path }: Placed): ErrorDetail[] {
  const [part, words] =
    step.kind === 'call'
      ? ['url', step.url]
      : step.kind === 'notify' || step.kind === 'approve'
        ? ['subject', step.subject]
        : ['', null]
  return typeof words === 'string' && words.trim() === ''
    ? [problem(`${path}.${part}`, 'missing', 'This is missing.')]
    : []
}

// Steps inside have their own places.
function ownParts(step: WorkflowStep): Record<string, unknown> {
  const inner = new Set(innerLists(step).map(([part]) => part))
  return Object.fromEntries(Object.entries(step).filter(([key]) => !inner.has(key)))
}

function* expressionProblems(value: unknown, path: string, reads: typeof read): Generator<ErrorDetail> {
  if (isExpression(value)) {
    const found = reads(value['='])
    if (found instanceof ExpressionError) yield problem(path, found.problem, found.message)
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* expressionProblems(item, `${path}.${index}`, reads)
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) yield* expressionProblems(item, `${path}.${key}`, reads)
}

import { evaluateExpression } from '#expressions/evaluate.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { allFunctions } from '#expressions/functions/all-functions.ts'
import { matchPattern } from '#expressions/match-pattern.ts'
import { parseOnce } from '#expressions/parse-once.ts'
import { resolveValue } from '#expressions/resolve-value.ts'
import type { Row } from '#contracts/query.ts'
import type { EventView } from '#contracts/object.ts'
import { redactEvent } from '#kernel/permissions/redact-event.ts'
import type { Caller } from '../database/in-tenant.ts'
import { fieldsOf } from '../records/object-view.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { RunRow } from './run-row.ts'
import { turnsOf, type RunState } from './run-state.ts'

const readTree = parseOnce((tree) => tree)

/** What the expressions of a step see, as whoever the run acts for may see it now. */
export type StepScope = Readonly<Record<string, unknown>>

/** Gathers what the expressions of a step may name. A record that is gone, or not to be seen, is nothing. */
export async function stepScope(context: RecordContext, run: RunRow, state: RunState): Promise<StepScope> {
  const { caller } = context
  const { item, index } = turnsOf(state)
  const record = await recordOf(context, run)
  return {
    record,
    before: await valuesBefore(context, run, record !== null),
    trigger: { input: null, body: null, change: null, ...run.trigger },
    steps: state.outputs,
    item,
    index,
    ...userAndWorkspace(caller),
    run: { id: run.id, workflow: run.key, depth: run.depth },
  }
}

/** Whoever it acts for, and where: all that is known before a run has begun. */
export const userAndWorkspace = (caller: Caller): StepScope => ({
  user: { id: caller.userId, email: caller.email, name: caller.name, role: caller.role },
  workspace: { id: caller.tenantId, name: caller.tenantName },
})

async function recordOf(context: RecordContext, run: RunRow): Promise<Row | null> {
  const model = context.workspace.modelsById.get(run.model_id ?? '')
  if (!model || run.record_id === null || !context.access.can(model, 'read')) return null
  const { rows } = await ask(context, {
    model: model.key,
    where: { field: 'id', op: 'eq', value: run.record_id },
    page: { size: 1 },
  })
  return rows[0] ?? null
}

const event = `
  select e.id, e.kind, e.before, e.after, o.archetype_id from app.events e
  left join app.objects o on o.tenant_id = e.tenant_id and o.id = e.record_id
  where e.tenant_id = $1 and e.id = $2`

/** The values the change overwrote, as far as they may be read; nothing of a record beyond the reader's row rule. */
async function valuesBefore(
  context: RecordContext,
  run: RunRow,
  isSeen: boolean,
): Promise<Record<string, unknown> | null> {
  const model = context.workspace.modelsById.get(run.model_id ?? '')
  if (!model || run.event_id === null) return null
  if (!isSeen && context.access.rowRule(model) !== null) return null
  const { rows } = await context.tx.query<
    Pick<EventView, 'id' | 'kind' | 'before' | 'after'> & { archetype_id: string | null }
  >(event, [context.caller.tenantId, run.event_id])
  const [found] = rows
  if (!found) return null
  const { archetype_id: archetypeId, ...change } = found
  const seen = redactEvent(
    model,
    context.access,
    { ...change, at: '', actor: null },
    fieldsOf(context.workspace, model, archetypeId),
  )
  return seen?.before ?? null
}

/** Works out an expression of a step, on the clock of a time zone. Throws `ExpressionError`. */
export function evaluateStep(text: string, scope: StepScope, timeZone: string): unknown {
  const tree = readTree(text)
  if (tree instanceof ExpressionError) throw tree
  return evaluateExpression(tree, scope, { matches: matchPattern, functions: allFunctions, timeZone })
}

/** A value with everything worked out that is an expression in it. */
export const resolveStep = (value: unknown, scope: StepScope, timeZone: string): unknown =>
  resolveValue(value, (text) => evaluateStep(text, scope, timeZone))

import type { Where } from '#contracts/query.ts'
import type { Workflow } from '#contracts/workflow.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { runZone } from './run-zone.ts'
import { resolveStep, userAndWorkspace } from './step-scope.ts'
import { workedWhere } from './worked-where.ts'

/**
 * The condition on records that begin a workflow, its values worked out for whoever the run acts for on the day it is for
 * them. Throws `ExpressionError`.
 */
export async function triggerWhere(
  { caller }: RecordContext,
  services: Services,
  workflow: Workflow,
): Promise<Where | null> {
  const where = 'where' in workflow.trigger ? workflow.trigger.where : null
  if (where === null) return null
  const zone = await runZone(services, workflow, caller.userId)
  return workedWhere(where, (value) => resolveStep(value, userAndWorkspace(caller), zone))
}

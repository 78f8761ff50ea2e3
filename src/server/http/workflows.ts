import {
  askAnother as askEndpoint,
  callWorkflowHook,
  cancelRun as cancelEndpoint,
  createWorkflow as createEndpoint,
  deleteWorkflow as deleteEndpoint,
  dryRunWorkflow,
  listRuns as listRunsEndpoint,
  listStartable,
  listWorkflowParts,
  listWorkflows,
  makeWorkflowHook,
  makeWorkflowSecret,
  readRun as readRunEndpoint,
  readWorkflow,
  replayRun as replayEndpoint,
  resendMessage as resendEndpoint,
  retryRun as retryEndpoint,
  startWorkflow as startEndpoint,
  updateWorkflow as updateEndpoint,
} from '#contracts/api/workflows.ts'
import { must } from '#base/assert.ts'
import { inTenant } from '../database/in-tenant.ts'
import { withRecords } from '../records/open-records.ts'
import { listDefinitions } from '../releases/definitions.ts'
import { askAnother } from '../workflows/ask-another.ts'
import { callHook } from '../workflows/call-hook.ts'
import { cancelRun, replayRun, retryRun } from '../workflows/change-run.ts'
import { resendMessage } from '../workflows/run-messages.ts'
import { dryRun } from '../workflows/dry-run.ts'
import { listRuns, readRun } from '../workflows/read-runs.ts'
import { refuseUnknownCommands } from '../workflows/refuse-unknown-commands.ts'
import { releasedWorkflow } from '../workflows/released-workflow.ts'
import { startableWorkflows, startWorkflow } from '../workflows/start-workflow.ts'
import { workflowParts } from '../workflows/workflow-parts.ts'
import {
  createWorkflow,
  deleteWorkflow,
  makeHook,
  makeSecret,
  updateWorkflow,
  workflowByKey,
  workflowStates,
} from '../workflows/write-workflow.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { handle, type Handler } from './route.ts'
import { shownOnce } from './shown-once.ts'
import { wholeList } from './whole-list.ts'

export const workflowHandlers: readonly Handler[] = [
  handle(listWorkflows, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      await requireManage(tx, caller, 'workflows')
      return wholeList(await workflowStates(tx, caller, await listDefinitions(tx, 'workflow')))
    }),
  ),

  handle(
    createEndpoint,
    async ({ caller, body }) =>
      inTenant(caller, async (tx) => {
        const made = await createWorkflow(tx, caller, body)
        refuseUnknownCommands(body.steps)
        return made
      }),
    { mode: 'release' },
  ),

  handle(readWorkflow, async ({ caller, params }) =>
    inTenant(caller, async (tx) => {
      await requireManage(tx, caller, 'workflows')
      const [found] = await workflowStates(tx, caller, [await workflowByKey(tx, params.key)])
      return must(found)
    }),
  ),

  handle(
    updateEndpoint,
    async ({ caller, params, body: { base_version_id: base, ...change } }) =>
      inTenant(caller, async (tx) => {
        const changed = await updateWorkflow(tx, caller, params.key, change, base)
        refuseUnknownCommands(change.steps ?? [])
        return changed
      }),
    { mode: 'release' },
  ),

  handle(
    deleteEndpoint,
    async ({ caller, params }) => inTenant(caller, async (tx) => deleteWorkflow(tx, caller, params.key)),
    { mode: 'release' },
  ),

  handle(listWorkflowParts, async () => workflowParts()),

  handle(makeWorkflowHook, async ({ caller, services, params }) =>
    inTenant(caller, async (tx) => shownOnce({}, await makeHook(tx, caller, services, params.key), 201)),
  ),

  handle(makeWorkflowSecret, async ({ caller, services, params }) =>
    inTenant(caller, async (tx) => shownOnce({}, await makeSecret(tx, caller, services, params.key), 201)),
  ),

  handle(startEndpoint, async (input) =>
    withRecords(input, (context) => startWorkflow(context, input.params.key, input.body)),
  ),

  handle(listStartable, async (input) =>
    withRecords(input, async (context) => wholeList(await startableWorkflows(context, input.search))),
  ),

  handle(listRunsEndpoint, async ({ caller, params, search }) =>
    inTenant(caller, async (tx) => listRuns(tx, caller, params.key, search)),
  ),

  handle(readRunEndpoint, async ({ caller, params }) =>
    inTenant(caller, async (tx) => readRun(tx, caller, params.key, params.id)),
  ),

  handle(retryEndpoint, async ({ caller, params }) =>
    inTenant(caller, async (tx) => retryRun(tx, caller, params.id, params.key)),
  ),

  handle(replayEndpoint, async ({ caller, params }) =>
    inTenant(caller, async (tx) => replayRun(tx, caller, params.id, params.key)),
  ),

  handle(cancelEndpoint, async ({ caller, params }) =>
    inTenant(caller, async (tx) => cancelRun(tx, caller, params.id, params.key)),
  ),

  handle(askEndpoint, async ({ caller, params, body }) =>
    inTenant(caller, async (tx) => askAnother(tx, caller, params.key, params.id, body.person)),
  ),

  handle(resendEndpoint, async ({ caller, services, params, body }) =>
    inTenant(caller, async (tx) => resendMessage(tx, caller, services, params.key, params.id, body.message)),
  ),

  handle(dryRunWorkflow, async (input) =>
    withRecords(input, async (context) => {
      const { caller, params, services } = input
      const { workflow, ...wish } = input.body
      await requireManage(context.tx, caller, 'workflows')
      const released = await workflowByKey(context.tx, params.key)
      const tried = workflow ?? releasedWorkflow(released.version_id, released.body)
      return dryRun(context, services, tried, released.id, wish)
    }),
  ),

  handle(callWorkflowHook, async ({ services, params, body, address, context }) => {
    services.limiter.take('workflow-hook-address', address, 600, 60)
    const once = context.req.header('idempotency-key') ?? context.req.header('webhook-id') ?? null
    await callHook(services, params.token, body, once)
    return { received: true as const }
  }),
]

import { z } from 'zod'
import { keySchema } from '#contracts/field.ts'
import { startWorkflow } from '../workflows/start-workflow.ts'
import { defineCommand } from './command.ts'

/** So that a button of any screen can begin a workflow. */
export const workflowStart = defineCommand({
  name: 'workflow.start',
  title: 'Begin a workflow',
  input: z.strictObject({
    workflow: keySchema,
    record: z.uuid().optional(),
    input: z.record(z.string(), z.json()).optional(),
  }),
  changes: ['sys_workflow_run'],
  run: async (context, { workflow, record, input }) => startWorkflow(context, workflow, { record, input }),
})

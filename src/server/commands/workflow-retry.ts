import { z } from 'zod'
import { retryRun } from '../workflows/change-run.ts'
import { defineCommand } from './command.ts'

export const workflowRetry = defineCommand({
  name: 'workflow.retry',
  title: 'Try a run again',
  input: z.strictObject({ run: z.uuid() }),
  changes: ['sys_workflow_run', 'sys_workflow_step'],
  run: async ({ tx, caller }, { run }) => retryRun(tx, caller, run),
})

import { z } from 'zod'
import { replayRun } from '../workflows/change-run.ts'
import { defineCommand } from './command.ts'

export const workflowReplay = defineCommand({
  name: 'workflow.replay',
  title: 'Begin a run again',
  input: z.strictObject({ run: z.uuid() }),
  changes: ['sys_workflow_run'],
  run: async ({ tx, caller }, { run }) => replayRun(tx, caller, run),
})

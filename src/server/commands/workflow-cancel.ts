import { z } from 'zod'
import { cancelRun } from '../workflows/change-run.ts'
import { defineCommand } from './command.ts'

export const workflowCancel = defineCommand({
  name: 'workflow.cancel',
  title: 'End a run',
  input: z.strictObject({ run: z.uuid() }),
  changes: ['sys_workflow_run'],
  async run({ tx, caller }, { run }) {
    await cancelRun(tx, caller, run)
    return { id: run }
  },
})

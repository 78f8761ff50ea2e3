import { z } from 'zod'
import type { WorkflowPart, WorkflowParts } from '#contracts/api/workflows.ts'
import { stepKinds } from '#contracts/workflow.ts'
import { workflowTriggerSchema } from '#contracts/workflow-trigger.ts'
import { allCommands } from '../commands/all-commands.ts'

function partOf(schema: z.ZodType, kind: string): WorkflowPart {
  const { title = kind, icon = 'circle' } = (schema.meta() ?? {}) as { title?: string; icon?: string }
  return { kind, title, icon, schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }
}

let parts: WorkflowParts | undefined

/** What workflows are built of; made once a process. */
export const workflowParts = (): WorkflowParts =>
  (parts ??= {
    steps: stepKinds.map((schema) => partOf(schema, schema.shape.kind.value)),
    triggers: workflowTriggerSchema.options.map((schema) => partOf(schema, schema.shape.on.value)),
    commands: allCommands.filter(({ releases }) => !releases).map(({ name, title }) => ({ name, title })),
  })

import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { WorkflowStep } from '#contracts/workflow.ts'
import { findCommand } from '../commands/all-commands.ts'
import { placedSteps } from './check-workflow.ts'

/**
 * Refuses (422) steps that run a command which is not there. Apart from the checks of a release: commands release too, and
 * what they import cannot know them.
 */
export function refuseUnknownCommands(steps: readonly WorkflowStep[]): void {
  const details = [...placedSteps(steps, 'steps')].flatMap(({ step, path }) =>
    step.kind !== 'run' || findCommand(step.command)
      ? []
      : [
          {
            path: `${path}.command`,
            code: 'unknown_command',
            ...saying('There is no command {{name}}.', { name: step.command }),
          },
        ],
  )
  if (details.length > 0) throw invalid(details)
}

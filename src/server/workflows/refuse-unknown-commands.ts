import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { WorkflowStep } from '#contracts/workflow.ts'
import { findCommand } from '../commands/all-commands.ts'
import { placedSteps } from './check-workflow.ts'

/**
 * What is wrong with steps that run a command which is not there; `at` begins the paths. Apart from the checks of a release:
 * commands release too, and what they import cannot know them.
 */
export const unknownCommands = (steps: readonly WorkflowStep[], at = ''): ErrorDetail[] =>
  [...placedSteps(steps, `${at}steps`)].flatMap(({ step, path }) =>
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

/** Refuses (422) steps that run a command which is not there. */
export function refuseUnknownCommands(steps: readonly WorkflowStep[]): void {
  const details = unknownCommands(steps)
  if (details.length > 0) throw invalid(details)
}

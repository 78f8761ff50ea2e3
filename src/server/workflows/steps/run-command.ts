import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { findCommand } from '../../commands/all-commands.ts'
import type { StepRunner } from '../step-turn.ts'
import { fieldValues } from './set-fields.ts'

/** Runs a command of the product with the rights of whoever the run acts for. */
export const runCommand: StepRunner<'run'> = async ({ context, resolve, take, services }, step) => {
  const command = findCommand(step.command)
  if (!command)
    throw new AppError('not_found', saying('There is no command {{name}}.', { name: step.command }))
  if (command.releases)
    throw new AppError('forbidden', 'This command changes the workspace itself: people run it.')
  const input = take(fieldValues(resolve(step.input)))
  return { input, output: await command.run(context, input, services) }
}

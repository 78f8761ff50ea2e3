import { AppError } from '#base/app-error.ts'
import { listCommands, runCommand } from '#contracts/api/commands.ts'
import { allCommands, findCommand } from '../commands/all-commands.ts'
import { describeCommand } from '../commands/command.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const commandHandlers: readonly Handler[] = [
  handle(listCommands, async () => ({ rows: allCommands.map(describeCommand) })),

  handle(runCommand, async (input) => {
    const command = findCommand(input.params.name)
    if (!command) throw new AppError('not_found')
    return withRecords(input, async (context) => ({
      result: await command.run(context, input.body, input.services),
      models: [...command.changes],
    }))
  }),
]

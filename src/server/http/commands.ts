import { AppError } from '#base/app-error.ts'
import { listCommands, runCommand } from '#contracts/api/commands.ts'
import { allCommands, findCommand } from '../commands/all-commands.ts'
import { describeCommand, type Command } from '../commands/command.ts'
import type { Mode } from '../database/in-tenant.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

const modeOf = (command: Command | undefined): Mode =>
  command?.releases ? 'release' : command?.reads ? 'read' : 'write'

export const commandHandlers: readonly Handler[] = [
  handle(listCommands, async () => ({ rows: allCommands.map(describeCommand) })),

  handle(
    runCommand,
    async (input) => {
      const command = findCommand(input.params.name)
      if (!command) throw new AppError('not_found')
      return withRecords(
        input,
        async (context) => ({
          result: await command.run(context, input.body, input.services),
          models: [...command.changes],
        }),
        { mode: modeOf(command) },
      )
    },
    { mode: ({ name = '' }) => modeOf(findCommand(name)) },
  ),
]

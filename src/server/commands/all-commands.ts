import { bimRead } from './bim-read.ts'
import type { Command } from './command.ts'
import { hierarchyCreate } from './hierarchy-create.ts'

/** Every command, in the order in which they are offered. */
export const allCommands: readonly Command[] = [bimRead, hierarchyCreate]

const byName = new Map(allCommands.map((command) => [command.name, command]))

/** The command of this name, if any. */
export const findCommand = (name: string): Command | undefined => byName.get(name)

import { catalogueImport } from './catalogue-import.ts'
import { cataloguePreviewImport } from './catalogue-preview-import.ts'
import type { Command } from './command.ts'
import { costGroupsAddSet } from './cost-groups-add-set.ts'

/** Every command, in the order in which they are offered. */
export const allCommands: readonly Command[] = [cataloguePreviewImport, catalogueImport, costGroupsAddSet]

const byName = new Map(allCommands.map((command) => [command.name, command]))

/** The command of this name, if any. */
export const findCommand = (name: string): Command | undefined => byName.get(name)

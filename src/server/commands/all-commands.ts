import { catalogueImport } from './catalogue-import.ts'
import { cataloguePreviewImport } from './catalogue-preview-import.ts'
import type { Command } from './command.ts'
import { costGroupsAddSet } from './cost-groups-add-set.ts'
import { recipeExplain } from './recipe-explain.ts'
import { recipeNewVersion } from './recipe-new-version.ts'
import { recipePublish } from './recipe-publish.ts'
import { recipeWhereUsed } from './recipe-where-used.ts'

/** Every command, in the order in which they are offered. */
export const allCommands: readonly Command[] = [
  cataloguePreviewImport,
  catalogueImport,
  costGroupsAddSet,
  recipeNewVersion,
  recipePublish,
  recipeExplain,
  recipeWhereUsed,
]

const byName = new Map(allCommands.map((command) => [command.name, command]))

/** The command of this name, if any. */
export const findCommand = (name: string): Command | undefined => byName.get(name)

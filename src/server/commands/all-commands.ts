import { bimExportBcf } from './bim-export-bcf.ts'
import { bimImportBcf } from './bim-import-bcf.ts'
import { bimRead } from './bim-read.ts'
import { bimSettle } from './bim-settle.ts'
import { catalogueImport } from './catalogue-import.ts'
import { cataloguePreviewImport } from './catalogue-preview-import.ts'
import type { Command } from './command.ts'
import { costGroupsAddSet } from './cost-groups-add-set.ts'
import { compareEstimateVersions } from './estimate-compare.ts'
import { createEstimate } from './estimate-create.ts'
import { duplicateEstimateLine } from './estimate-duplicate-line.ts'
import { insertEstimateLine } from './estimate-insert-line.ts'
import { moveEstimateLine } from './estimate-move-line.ts'
import { newEstimateVariant } from './estimate-new-variant.ts'
import { newEstimateVersion } from './estimate-new-version.ts'
import { priceEstimateLine } from './estimate-price-line.ts'
import { removeEstimateLine } from './estimate-remove-line.ts'
import { removeEstimate } from './estimate-remove.ts'
import { previewReprice } from './estimate-reprice-preview.ts'
import { setEstimateStatus } from './estimate-set-status.ts'
import { hierarchyCreate } from './hierarchy-create.ts'
import { portalOpen } from './portal-open.ts'
import { recipeExplain } from './recipe-explain.ts'
import { recipeNewVersion } from './recipe-new-version.ts'
import { recipePublish } from './recipe-publish.ts'
import { recipeWhereUsed } from './recipe-where-used.ts'

/** Every command, in the order in which they are offered. */
export const allCommands: readonly Command[] = [
  bimExportBcf,
  bimImportBcf,
  bimRead,
  bimSettle,
  catalogueImport,
  cataloguePreviewImport,
  costGroupsAddSet,
  compareEstimateVersions,
  createEstimate,
  duplicateEstimateLine,
  insertEstimateLine,
  moveEstimateLine,
  newEstimateVariant,
  newEstimateVersion,
  removeEstimateLine,
  priceEstimateLine,
  previewReprice,
  removeEstimate,
  setEstimateStatus,
  hierarchyCreate,
  portalOpen,
  recipeExplain,
  recipeNewVersion,
  recipePublish,
  recipeWhereUsed,
]

const byName = new Map(allCommands.map((command) => [command.name, command]))

/** The command of this name, if any. */
export const findCommand = (name: string): Command | undefined => byName.get(name)

import { bimAddFile } from './bim-add-file.ts'
import { auditOfModel } from './bim-audit.ts'
import { costsOfElements } from './bim-costs.ts'
import { bimExportBcf } from './bim-export-bcf.ts'
import { bimImportBcf } from './bim-import-bcf.ts'
import { progressOfModels } from './bim-progress.ts'
import { bimRead } from './bim-read.ts'
import { bimSettle } from './bim-settle.ts'
import { catalogueAffectedDrafts } from './catalogue-affected-drafts.ts'
import { catalogueImport } from './catalogue-import.ts'
import { cataloguePreviewImport } from './catalogue-preview-import.ts'
import type { Command } from './command.ts'
import { costGroupsAddSet } from './cost-groups-add-set.ts'
import { chooseEstimateQuotes } from './estimate-choose-quotes.ts'
import { compareEstimateQuotes } from './estimate-compare-quotes.ts'
import { compareEstimateVersions } from './estimate-compare.ts'
import { estimateBenchmarks } from './estimate-benchmarks.ts'
import { estimateCash } from './estimate-cash.ts'
import { estimateCashFlow } from './estimate-cash-flow.ts'
import { copyEstimateLines } from './estimate-copy-lines.ts'
import { createEstimate } from './estimate-create.ts'
import { duplicateEstimateLine } from './estimate-duplicate-line.ts'
import { importEstimateFile } from './estimate-import-file.ts'
import { importEstimatePrices } from './estimate-import-prices.ts'
import { insertEstimateLine } from './estimate-insert-line.ts'
import { insertEstimateLines } from './estimate-insert-lines.ts'
import { moveEstimateLine } from './estimate-move-line.ts'
import { moveEstimateLines } from './estimate-move-lines.ts'
import { newEstimateVariant } from './estimate-new-variant.ts'
import { newEstimateVersion } from './estimate-new-version.ts'
import { previewEstimateFile } from './estimate-preview-file.ts'
import { estimateAtHand } from './estimate-at-hand.ts'
import { importWorkbook } from './estimate-import-workbook.ts'
import { estimateOffer } from './estimate-offer.ts'
import { priceEstimateLine } from './estimate-price-line.ts'
import { estimateNeeded } from './estimate-needed.ts'
import { estimateSteps } from './estimate-steps.ts'
import { estimateTotalsByGroup } from './estimate-totals-by-group.ts'
import { removeEstimateLine } from './estimate-remove-line.ts'
import { removeEstimate } from './estimate-remove.ts'
import { previewWorkbook } from './estimate-preview-workbook.ts'
import { previewEstimatePrices } from './estimate-preview-prices.ts'
import { previewReprice } from './estimate-reprice-preview.ts'
import { repriceEstimate } from './estimate-reprice.ts'
import { explainEstimateLine } from './estimate-explain-line.ts'
import { setEstimateStatus } from './estimate-set-status.ts'
import { estimateUnitPrices } from './estimate-unit-prices.ts'
import { estimateVerifyDecisions } from './estimate-verify-decisions.ts'
import { estimateWhatIf } from './estimate-what-if.ts'
import { estimateWorksheet } from './estimate-worksheet.ts'
import { addNodes } from './hierarchy-add-nodes.ts'
import { hierarchyCreate } from './hierarchy-create.ts'
import { hierarchyFromModel } from './hierarchy-from-model.ts'
import { previewHierarchyFromModel } from './hierarchy-preview-model.ts'
import { openLinesOfHierarchy } from './hierarchy-open-lines.ts'
import { nodeOfHierarchy } from './hierarchy-node.ts'
import { portalChoices } from './portal-choices.ts'
import { portalOpen } from './portal-open.ts'
import { enterProgress } from './progress-enter.ts'
import { enterProgressOfElements } from './progress-enter-elements.ts'
import { progressOfElement } from './progress-of-element.ts'
import { progressOfElements } from './progress-of-elements.ts'
import { progressOfLines } from './progress-lines.ts'
import { planProgress } from './progress-plan.ts'
import { progressProductivity } from './progress-productivity.ts'
import { progressTakeHours } from './progress-take-hours.ts'
import { progressOfProject } from './progress-project.ts'
import { progressOfProjects } from './progress-projects.ts'
import { acceptTakeoff } from './takeoff-accept.ts'
import { previewTakeoff } from './takeoff-preview.ts'
import { takeoffOfElements } from './takeoff-of-elements.ts'
import { propertiesForTakeoff } from './takeoff-properties.ts'
import { proposeTakeoff } from './takeoff-propose.ts'
import { runTakeoff } from './takeoff-run.ts'
import { uncoveredByTakeoff } from './takeoff-uncovered.ts'
import { recipeCompare } from './recipe-compare.ts'
import { recipeExplain } from './recipe-explain.ts'
import { exportRecipeFile } from './recipe-export-file.ts'
import { importRecipeFile } from './recipe-import-file.ts'
import { recipeNewVersion } from './recipe-new-version.ts'
import { previewRecipeFile } from './recipe-preview-file.ts'
import { recipePublish } from './recipe-publish.ts'
import { recipeWhereUsed } from './recipe-where-used.ts'
import { recordAtHand } from './record-at-hand.ts'
import { recordFavourite } from './record-favourite.ts'
import { workflowCancel } from './workflow-cancel.ts'
import { workflowReplay } from './workflow-replay.ts'
import { workflowRetry } from './workflow-retry.ts'
import { workflowStart } from './workflow-start.ts'

/** Every command, in the order in which they are offered. */
export const allCommands: readonly Command[] = [
  auditOfModel,
  costsOfElements,
  bimExportBcf,
  bimImportBcf,
  bimAddFile,
  progressOfModels,
  bimRead,
  bimSettle,
  catalogueAffectedDrafts,
  catalogueImport,
  cataloguePreviewImport,
  costGroupsAddSet,
  compareEstimateQuotes,
  chooseEstimateQuotes,
  compareEstimateVersions,
  createEstimate,
  copyEstimateLines,
  duplicateEstimateLine,
  importEstimateFile,
  previewEstimateFile,
  previewWorkbook,
  importWorkbook,
  estimateOffer,
  importEstimatePrices,
  insertEstimateLine,
  insertEstimateLines,
  moveEstimateLine,
  moveEstimateLines,
  newEstimateVariant,
  newEstimateVersion,
  removeEstimateLine,
  priceEstimateLine,
  explainEstimateLine,
  estimateTotalsByGroup,
  estimateNeeded,
  estimateSteps,
  estimateWorksheet,
  estimateWhatIf,
  estimateUnitPrices,
  estimateVerifyDecisions,
  estimateAtHand,
  estimateBenchmarks,
  estimateCash,
  estimateCashFlow,
  previewEstimatePrices,
  previewReprice,
  repriceEstimate,
  removeEstimate,
  setEstimateStatus,
  addNodes,
  hierarchyCreate,
  hierarchyFromModel,
  previewHierarchyFromModel,
  nodeOfHierarchy,
  openLinesOfHierarchy,
  portalChoices,
  portalOpen,
  enterProgress,
  enterProgressOfElements,
  planProgress,
  progressOfElement,
  progressOfElements,
  progressOfLines,
  progressOfProject,
  progressOfProjects,
  progressProductivity,
  progressTakeHours,
  runTakeoff,
  previewTakeoff,
  propertiesForTakeoff,
  takeoffOfElements,
  uncoveredByTakeoff,
  proposeTakeoff,
  acceptTakeoff,
  recipeCompare,
  recipeExplain,
  previewRecipeFile,
  importRecipeFile,
  exportRecipeFile,
  recipeNewVersion,
  recipePublish,
  recipeWhereUsed,
  recordAtHand,
  recordFavourite,
  workflowCancel,
  workflowReplay,
  workflowRetry,
  workflowStart,
]

const byName = new Map(allCommands.map((command) => [command.name, command]))

/** The command of this name, if any. */
export const findCommand = (name: string): Command | undefined => byName.get(name)

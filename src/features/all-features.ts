import allWorkflowRunsScreen from './workflows/layouts/all-workflow-runs.json' with { type: 'json' }
import notificationsScreen from './workflows/layouts/notifications.json' with { type: 'json' }
import workflowFormScreen from './workflows/layouts/workflow-form.json' with { type: 'json' }
import workflowRunScreen from './workflows/layouts/workflow-run.json' with { type: 'json' }
import workflowRunsScreen from './workflows/layouts/workflow-runs.json' with { type: 'json' }
import workflowScreen from './workflows/layouts/workflow.json' with { type: 'json' }
import workflowsScreen from './workflows/layouts/workflows.json' with { type: 'json' }
import workflowsRoutes from './workflows/routes.json' with { type: 'json' }
import apiDocs from './api/layouts/api-docs.json' with { type: 'json' }
import apiTokenForm from './api/layouts/api-token-form.json' with { type: 'json' }
import apiTokens from './api/layouts/api-tokens.json' with { type: 'json' }
import webhookDelivery from './api/layouts/webhook-delivery.json' with { type: 'json' }
import webhookForm from './api/layouts/webhook-form.json' with { type: 'json' }
import webhook from './api/layouts/webhook.json' with { type: 'json' }
import webhooks from './api/layouts/webhooks.json' with { type: 'json' }
import apiRoutes from './api/routes.json' with { type: 'json' }
import dashboard from './home/layouts/dashboard.json' with { type: 'json' }
import homeRoutes from './home/routes.json' with { type: 'json' }
import importFile from './quick-setup/layouts/import-file.json' with { type: 'json' }
import joinTestTenant from './quick-setup/layouts/join-test-tenant.json' with { type: 'json' }
import tenantSetup from './quick-setup/layouts/tenant-setup.json' with { type: 'json' }
import onboarding from './quick-setup/layouts/onboarding.json' with { type: 'json' }
import scheduleForm from './quick-setup/layouts/schedule-form.json' with { type: 'json' }
import scheduleRuns from './quick-setup/layouts/schedule-runs.json' with { type: 'json' }
import transfers from './quick-setup/layouts/transfers.json' with { type: 'json' }
import quickSetup from './quick-setup/layouts/quick-setup.json' with { type: 'json' }
import quickSetupRoutes from './quick-setup/routes.json' with { type: 'json' }
import archetypeDesigner from './modelling/layouts/archetype-designer.json' with { type: 'json' }
import archetypeForm from './modelling/layouts/archetype-form.json' with { type: 'json' }
import archetypes from './modelling/layouts/archetypes.json' with { type: 'json' }
import bin from './modelling/layouts/bin.json' with { type: 'json' }
import configuration from './modelling/layouts/configuration.json' with { type: 'json' }
import modelForm from './modelling/layouts/model-form.json' with { type: 'json' }
import modelsEnhanced from './modelling/layouts/models-enhanced.json' with { type: 'json' }
import models from './modelling/layouts/models.json' with { type: 'json' }
import objectForm from './modelling/layouts/object-form.json' with { type: 'json' }
import objectProfile from './modelling/layouts/object-profile.json' with { type: 'json' }
import objects from './modelling/layouts/objects.json' with { type: 'json' }
import modellingRoutes from './modelling/routes.json' with { type: 'json' }
import layoutsCreate from './screens/layouts/layouts-create.json' with { type: 'json' }
import layouts from './screens/layouts/layouts.json' with { type: 'json' }
import routeForm from './screens/layouts/route-form.json' with { type: 'json' }
import routes from './screens/layouts/routes.json' with { type: 'json' }
import screensRoutes from './screens/routes.json' with { type: 'json' }
import accessCheck from './settings/layouts/access-check.json' with { type: 'json' }
import profile from './profile/layouts/profile.json' with { type: 'json' }
import profileRoutes from './profile/routes.json' with { type: 'json' }
import access from './settings/layouts/access.json' with { type: 'json' }
import audit from './settings/layouts/audit.json' with { type: 'json' }
import config from './settings/layouts/config.json' with { type: 'json' }
import diagnostics from './settings/layouts/diagnostics.json' with { type: 'json' }
import fieldAccess from './settings/layouts/field-access.json' with { type: 'json' }
import inviteForm from './settings/layouts/invite-form.json' with { type: 'json' }
import inviteList from './settings/layouts/invite-list.json' with { type: 'json' }
import invites from './settings/layouts/invites.json' with { type: 'json' }
import layoutFields from './settings/layouts/layout-fields.json' with { type: 'json' }
import logo from './settings/layouts/logo.json' with { type: 'json' }
import memberForm from './settings/layouts/member-form.json' with { type: 'json' }
import serviceAccounts from './settings/layouts/service-accounts.json' with { type: 'json' }
import settings from './settings/layouts/settings.json' with { type: 'json' }
import signIn from './settings/layouts/sign-in.json' with { type: 'json' }
import subdomain from './settings/layouts/subdomain.json' with { type: 'json' }
import workspaceEnd from './settings/layouts/workspace-end.json' with { type: 'json' }
import users from './settings/layouts/users.json' with { type: 'json' }
import settingsRoutes from './settings/routes.json' with { type: 'json' }
import catalogLayout from './catalogues/layouts/catalog.json' with { type: 'json' }
import catalogItemLayout from './catalogues/layouts/catalog-item.json' with { type: 'json' }
import catalogueLayout from './catalogues/layouts/catalogue.json' with { type: 'json' }
import catalogueFormLayout from './catalogues/layouts/catalogue-form.json' with { type: 'json' }
import catalogueImportLayout from './catalogues/layouts/catalogue-import.json' with { type: 'json' }
import catalogueItemFormLayout from './catalogues/layouts/catalogue-item-form.json' with { type: 'json' }
import cataloguePriceFormLayout from './catalogues/layouts/catalogue-price-form.json' with { type: 'json' }
import cataloguesLayout from './catalogues/layouts/catalogues.json' with { type: 'json' }
import catalogueItemsModel from './catalogues/models/catalogue-items.json' with { type: 'json' }
import cataloguePricesModel from './catalogues/models/catalogue-prices.json' with { type: 'json' }
import cataloguesModel from './catalogues/models/catalogues.json' with { type: 'json' }
import cataloguesRoutes from './catalogues/routes.json' with { type: 'json' }
import costGroupFormLayout from './cost-groups/layouts/cost-group-form.json' with { type: 'json' }
import costGroupMapFormLayout from './cost-groups/layouts/cost-group-map-form.json' with { type: 'json' }
import costGroupSetFormLayout from './cost-groups/layouts/cost-group-set-form.json' with { type: 'json' }
import costGroupsLayout from './cost-groups/layouts/cost-groups.json' with { type: 'json' }
import costGroupMapsModel from './cost-groups/models/cost-group-maps.json' with { type: 'json' }
import costGroupSetsModel from './cost-groups/models/cost-group-sets.json' with { type: 'json' }
import costGroupsModel from './cost-groups/models/cost-groups.json' with { type: 'json' }
import costGroupsRoutes from './cost-groups/routes.json' with { type: 'json' }
import constructionRecipeLayout from './recipes/layouts/construction-recipe.json' with { type: 'json' }
import constructionRecipeNewLayout from './recipes/layouts/construction-recipe-new.json' with { type: 'json' }
import constructionRecipesLayout from './recipes/layouts/construction-recipes.json' with { type: 'json' }
import constructionRecipesNewLayout from './recipes/layouts/construction-recipes-new.json' with { type: 'json' }
import recipeComponentFormLayout from './recipes/layouts/recipe-component-form.json' with { type: 'json' }
import recipeImportLayout from './recipes/layouts/recipe-import.json' with { type: 'json' }
import recipeFormLayout from './recipes/layouts/recipe-form.json' with { type: 'json' }
import recipeVersionFormLayout from './recipes/layouts/recipe-version-form.json' with { type: 'json' }
import recipeComponentsModel from './recipes/models/recipe-components.json' with { type: 'json' }
import recipeVersionsModel from './recipes/models/recipe-versions.json' with { type: 'json' }
import recipesModel from './recipes/models/recipes.json' with { type: 'json' }
import recipesRoutes from './recipes/routes.json' with { type: 'json' }
import estimateByTypeScreen from './estimates/layouts/estimate-by-type.json' with { type: 'json' }
import estimateCategorizedScreen from './estimates/layouts/estimate-categorized.json' with { type: 'json' }
import estimateCopyLinesScreen from './estimates/layouts/estimate-copy-lines.json' with { type: 'json' }
import estimateExportScreen from './estimates/layouts/estimate-export.json' with { type: 'json' }
import estimateImportScreen from './estimates/layouts/estimate-import.json' with { type: 'json' }
import estimateImportPricesScreen from './estimates/layouts/estimate-import-prices.json' with { type: 'json' }
import estimateFormScreen from './estimates/layouts/estimate-form.json' with { type: 'json' }
import estimateHierarchyScreen from './estimates/layouts/estimate-hierarchy.json' with { type: 'json' }
import estimateLineGroupScreen from './estimates/layouts/estimate-line-group.json' with { type: 'json' }
import estimateLineScreen from './estimates/layouts/estimate-line.json' with { type: 'json' }
import estimateMarkupScreen from './estimates/layouts/estimate-markup.json' with { type: 'json' }
import estimatePasteScreen from './estimates/layouts/estimate-paste.json' with { type: 'json' }
import estimateRepriceScreen from './estimates/layouts/estimate-reprice.json' with { type: 'json' }
import estimateSpreadsheetScreen from './estimates/layouts/estimate-spreadsheet.json' with { type: 'json' }
import estimateTakeRateScreen from './estimates/layouts/estimate-take-rate.json' with { type: 'json' }
import estimateTermsScreen from './estimates/layouts/estimate-terms.json' with { type: 'json' }
import estimateUnitPricesScreen from './estimates/layouts/estimate-unit-prices.json' with { type: 'json' }
import estimateVariableScreen from './estimates/layouts/estimate-variable.json' with { type: 'json' }
import estimateVariantsScreen from './estimates/layouts/estimate-variants.json' with { type: 'json' }
import estimateWorkbookScreen from './estimates/layouts/estimate-workbook.json' with { type: 'json' }
import estimateWhatIfScreen from './estimates/layouts/estimate-what-if.json' with { type: 'json' }
import estimateScreen from './estimates/layouts/estimate.json' with { type: 'json' }
import estimatesScreen from './estimates/layouts/estimates.json' with { type: 'json' }
import estimateLinesModel from './estimates/models/estimate-lines.json' with { type: 'json' }
import estimateMarkupsModel from './estimates/models/estimate-markups.json' with { type: 'json' }
import estimateResourcesModel from './estimates/models/estimate-resources.json' with { type: 'json' }
import estimateVariablesModel from './estimates/models/estimate-variables.json' with { type: 'json' }
import estimateVersionsModel from './estimates/models/estimate-versions.json' with { type: 'json' }
import estimatesModel from './estimates/models/estimates.json' with { type: 'json' }
import lineClassificationsModel from './estimates/models/line-classifications.json' with { type: 'json' }
import estimatesRoutes from './estimates/routes.json' with { type: 'json' }
import hierarchiesModel from './projects/models/hierarchies.json' with { type: 'json' }
import hierarchyNodeTypesModel from './projects/models/hierarchy-node-types.json' with { type: 'json' }
import hierarchyNodesModel from './projects/models/hierarchy-nodes.json' with { type: 'json' }
import nodeLinesModel from './projects/models/node-lines.json' with { type: 'json' }
import hierarchyExplorer from './projects/layouts/hierarchy-explorer.json' with { type: 'json' }
import hierarchyKinds from './projects/layouts/hierarchy-kinds.json' with { type: 'json' }
import hierarchyNode from './projects/layouts/hierarchy-node.json' with { type: 'json' }
import hierarchyRoom from './projects/layouts/hierarchy-room.json' with { type: 'json' }
import nodeLines from './projects/layouts/node-lines.json' with { type: 'json' }
import hierarchyNodeForm from './projects/layouts/hierarchy-node-form.json' with { type: 'json' }
import project from './projects/layouts/project.json' with { type: 'json' }
import projectList from './projects/layouts/project-list.json' with { type: 'json' }
import projectsRoutes from './projects/routes.json' with { type: 'json' }
import actualCostScreen from './progress/layouts/actual-cost.json' with { type: 'json' }
import progressEntryScreen from './progress/layouts/progress-entry.json' with { type: 'json' }
import progressNoteScreen from './progress/layouts/progress-note.json' with { type: 'json' }
import progressProjectScreen from './progress/layouts/progress-project.json' with { type: 'json' }
import progressScreen from './progress/layouts/progress.json' with { type: 'json' }
import actualCostsModel from './progress/models/actual-costs.json' with { type: 'json' }
import progressEntriesModel from './progress/models/progress-entries.json' with { type: 'json' }
import workPlansModel from './progress/models/work-plans.json' with { type: 'json' }
import progressRoutes from './progress/routes.json' with { type: 'json' }
import takeoffScreen from './takeoff/layouts/takeoff.json' with { type: 'json' }
import takeoffRuleScreen from './takeoff/layouts/takeoff-rule.json' with { type: 'json' }
import takeoffRunScreen from './takeoff/layouts/takeoff-run.json' with { type: 'json' }
import takeoffSetScreen from './takeoff/layouts/takeoff-set.json' with { type: 'json' }
import takeoffSetFormScreen from './takeoff/layouts/takeoff-set-form.json' with { type: 'json' }
import lineLinksModel from './takeoff/models/line-links.json' with { type: 'json' }
import takeoffItemsModel from './takeoff/models/takeoff-items.json' with { type: 'json' }
import takeoffRuleSetsModel from './takeoff/models/takeoff-rule-sets.json' with { type: 'json' }
import takeoffRulesModel from './takeoff/models/takeoff-rules.json' with { type: 'json' }
import takeoffRunsModel from './takeoff/models/takeoff-runs.json' with { type: 'json' }
import takeoffRoutes from './takeoff/routes.json' with { type: 'json' }
import acceptancesModel from './portal/models/acceptances.json' with { type: 'json' }
import estimateQuestionsModel from './portal/models/estimate-questions.json' with { type: 'json' }
import customerQuestion from './portal/layouts/customer-question.json' with { type: 'json' }
import estimateQuestion from './portal/layouts/estimate-question.json' with { type: 'json' }
import estimateQuestions from './portal/layouts/estimate-questions.json' with { type: 'json' }
import customerDecision from './portal/layouts/customer-decision.json' with { type: 'json' }
import customer from './portal/layouts/customer.json' with { type: 'json' }
import customerEstimate from './portal/layouts/customer-estimate.json' with { type: 'json' }
import customerEstimates from './portal/layouts/customer-estimates.json' with { type: 'json' }
import customerProject from './portal/layouts/customer-project.json' with { type: 'json' }
import portal from './portal/layouts/portal.json' with { type: 'json' }
import portalRoutes from './portal/routes.json' with { type: 'json' }
import bimBcf from './bim/layouts/bim-bcf.json' with { type: 'json' }
import bimElement from './bim/layouts/bim-element.json' with { type: 'json' }
import bimList from './bim/layouts/bim-list.json' with { type: 'json' }
import bimModelForm from './bim/layouts/bim-model-form.json' with { type: 'json' }
import bimProject from './bim/layouts/bim-project.json' with { type: 'json' }
import bimSettle from './bim/layouts/bim-settle.json' with { type: 'json' }
import bimUpload from './bim/layouts/bim-upload.json' with { type: 'json' }
import bimChangesModel from './bim/models/bim-changes.json' with { type: 'json' }
import bimElementsModel from './bim/models/bim-elements.json' with { type: 'json' }
import bimModelVersionsModel from './bim/models/bim-model-versions.json' with { type: 'json' }
import bimModelsModel from './bim/models/bim-models.json' with { type: 'json' }
import bimProjectsModel from './bim/models/bim-projects.json' with { type: 'json' }
import bimSpatialNodesModel from './bim/models/bim-spatial-nodes.json' with { type: 'json' }
import bimViewpointsModel from './bim/models/bim-viewpoints.json' with { type: 'json' }
import bimRoutes from './bim/routes.json' with { type: 'json' }

/** The layouts, routes and models of one part of the product, as they stand in its folder. */
export interface Feature {
  key: string
  layouts: readonly unknown[]
  routes: readonly unknown[]
  /** Standard models, by their contract (`contracts/standard-model.ts`). */
  models?: readonly unknown[]
}

/** Every feature the product ships. The JSON is parsed by its contract where it is installed. */
export const allFeatures: readonly Feature[] = [
  { key: 'home', layouts: [dashboard], routes: homeRoutes },
  {
    key: 'quick-setup',
    layouts: [
      importFile,
      joinTestTenant,
      onboarding,
      quickSetup,
      scheduleForm,
      scheduleRuns,
      tenantSetup,
      transfers,
    ],
    routes: quickSetupRoutes,
  },
  {
    key: 'modelling',
    layouts: [
      archetypeDesigner,
      archetypeForm,
      archetypes,
      bin,
      configuration,
      modelForm,
      modelsEnhanced,
      models,
      objectForm,
      objectProfile,
      objects,
    ],
    routes: modellingRoutes,
  },
  { key: 'screens', layouts: [layoutsCreate, layouts, routeForm, routes], routes: screensRoutes },
  {
    key: 'settings',
    layouts: [
      access,
      accessCheck,
      config,
      diagnostics,
      fieldAccess,
      inviteForm,
      invites,
      layoutFields,
      logo,
      memberForm,
      serviceAccounts,
      settings,
      audit,
      inviteList,
      workspaceEnd,
      signIn,
      subdomain,
      users,
    ],
    routes: settingsRoutes,
  },
  { key: 'profile', layouts: [profile], routes: profileRoutes },
  {
    key: 'api',
    layouts: [apiDocs, apiTokenForm, apiTokens, webhook, webhookDelivery, webhookForm, webhooks],
    routes: apiRoutes,
  },
  {
    key: 'catalogues',
    models: [catalogueItemsModel, cataloguePricesModel, cataloguesModel],
    layouts: [
      catalogLayout,
      catalogItemLayout,
      catalogueLayout,
      catalogueFormLayout,
      catalogueImportLayout,
      catalogueItemFormLayout,
      cataloguePriceFormLayout,
      cataloguesLayout,
    ],
    routes: cataloguesRoutes,
  },
  {
    key: 'cost-groups',
    models: [costGroupMapsModel, costGroupSetsModel, costGroupsModel],
    layouts: [costGroupFormLayout, costGroupMapFormLayout, costGroupSetFormLayout, costGroupsLayout],
    routes: costGroupsRoutes,
  },
  {
    key: 'recipes',
    models: [recipeComponentsModel, recipeVersionsModel, recipesModel],
    layouts: [
      constructionRecipeLayout,
      constructionRecipeNewLayout,
      constructionRecipesLayout,
      constructionRecipesNewLayout,
      recipeComponentFormLayout,
      recipeImportLayout,
      recipeFormLayout,
      recipeVersionFormLayout,
    ],
    routes: recipesRoutes,
  },
  {
    key: 'estimates',
    models: [
      estimateLinesModel,
      estimateMarkupsModel,
      estimateResourcesModel,
      estimateVariablesModel,
      estimateVersionsModel,
      estimatesModel,
      lineClassificationsModel,
    ],
    layouts: [
      estimateByTypeScreen,
      estimateCategorizedScreen,
      estimateCopyLinesScreen,
      estimateExportScreen,
      estimateImportScreen,
      estimateImportPricesScreen,
      estimateFormScreen,
      estimateHierarchyScreen,
      estimateLineGroupScreen,
      estimateLineScreen,
      estimateMarkupScreen,
      estimatePasteScreen,
      estimateRepriceScreen,
      estimateSpreadsheetScreen,
      estimateTakeRateScreen,
      estimateTermsScreen,
      estimateUnitPricesScreen,
      estimateVariableScreen,
      estimateVariantsScreen,
      estimateWhatIfScreen,
      estimateWorkbookScreen,
      estimateScreen,
      estimatesScreen,
    ],
    routes: estimatesRoutes,
  },
  {
    key: 'projects',
    models: [hierarchiesModel, hierarchyNodeTypesModel, hierarchyNodesModel, nodeLinesModel],
    layouts: [
      hierarchyExplorer,
      hierarchyKinds,
      hierarchyNode,
      hierarchyNodeForm,
      hierarchyRoom,
      nodeLines,
      project,
      projectList,
    ],
    routes: projectsRoutes,
  },
  {
    key: 'progress',
    models: [actualCostsModel, progressEntriesModel, workPlansModel],
    layouts: [
      actualCostScreen,
      progressEntryScreen,
      progressNoteScreen,
      progressProjectScreen,
      progressScreen,
    ],
    routes: progressRoutes,
  },
  {
    key: 'takeoff',
    models: [lineLinksModel, takeoffItemsModel, takeoffRuleSetsModel, takeoffRulesModel, takeoffRunsModel],
    layouts: [takeoffScreen, takeoffRuleScreen, takeoffRunScreen, takeoffSetScreen, takeoffSetFormScreen],
    routes: takeoffRoutes,
  },
  {
    key: 'portal',
    models: [acceptancesModel, estimateQuestionsModel],
    layouts: [
      customer,
      customerDecision,
      customerEstimate,
      customerEstimates,
      customerProject,
      customerQuestion,
      estimateQuestion,
      estimateQuestions,
      portal,
    ],
    routes: portalRoutes,
  },
  {
    key: 'bim',
    models: [
      bimChangesModel,
      bimElementsModel,
      bimModelVersionsModel,
      bimModelsModel,
      bimProjectsModel,
      bimSpatialNodesModel,
      bimViewpointsModel,
    ],
    layouts: [bimBcf, bimElement, bimList, bimModelForm, bimProject, bimSettle, bimUpload],
    routes: bimRoutes,
  },
  {
    key: 'workflows',
    models: [],
    layouts: [
      allWorkflowRunsScreen,
      notificationsScreen,
      workflowFormScreen,
      workflowRunScreen,
      workflowRunsScreen,
      workflowScreen,
      workflowsScreen,
    ],
    routes: workflowsRoutes,
  },
]

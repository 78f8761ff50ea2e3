import { bimModelVersionsRule } from '../bim/bim-model-versions-rule.ts'
import { hierarchyNodesRule } from '../hierarchies/hierarchy-nodes-rule.ts'
import { nodeLinesRule } from '../hierarchies/node-lines-rule.ts'
import { acceptancesRule } from '../estimates/acceptances-rule.ts'
import { lineRule } from '../estimates/line-rule.ts'
import { markupRule } from '../estimates/markup-rule.ts'
import { quoteRule } from '../estimates/quote-rule.ts'
import { sharesRule } from '../estimates/shares-rule.ts'
import { questionsRule } from '../estimates/questions-rule.ts'
import { exchangeRatesRule } from '../estimates/exchange-rates-rule.ts'
import { estimateRule } from '../estimates/estimate-rule.ts'
import { resourceRule } from '../estimates/resource-rule.ts'
import { variablesRule } from '../estimates/variables-rule.ts'
import { versionRule } from '../estimates/version-rule.ts'
import { catalogueItemsRule } from '../catalogues/catalogue-items-rule.ts'
import { cataloguePricesRule } from '../catalogues/catalogue-prices-rule.ts'
import { costGroupMapsRule } from '../cost-groups/cost-group-maps-rule.ts'
import { costGroupSetsRule } from '../cost-groups/cost-group-sets-rule.ts'
import { costGroupsRule } from '../cost-groups/cost-groups-rule.ts'
import { actualCostsRule } from '../progress/actual-costs-rule.ts'
import { progressEntriesRule } from '../progress/progress-entries-rule.ts'
import { workPlansRule } from '../progress/work-plans-rule.ts'
import { takeoffRulesRule } from '../takeoff/takeoff-rules-rule.ts'
import { recipeComponentsRule } from '../recipes/recipe-components-rule.ts'
import { recipeVersionsRule } from '../recipes/recipe-versions-rule.ts'
import { recipesRule } from '../recipes/recipes-rule.ts'
import { portalAccessRule } from '../portal/portal-access-rule.ts'
import { projectNewsRule } from '../portal/project-news-rule.ts'
import type { StandardRule } from './standard-rule.ts'

/** The rules of the standard models, by their keys. */
export const allRules: Readonly<Record<string, StandardRule>> = {
  bim_model_versions: bimModelVersionsRule,
  hierarchy_nodes: hierarchyNodesRule,
  node_lines: nodeLinesRule,
  acceptances: acceptancesRule,
  estimate_lines: lineRule,
  estimate_markups: markupRule,
  estimate_questions: questionsRule,
  estimate_quotes: quoteRule,
  estimate_resources: resourceRule,
  estimate_variables: variablesRule,
  estimate_versions: versionRule,
  estimates: estimateRule,
  exchange_rates: exchangeRatesRule,
  line_classifications: sharesRule,
  catalogue_items: catalogueItemsRule,
  catalogue_prices: cataloguePricesRule,
  cost_group_maps: costGroupMapsRule,
  cost_group_sets: costGroupSetsRule,
  cost_groups: costGroupsRule,
  actual_costs: actualCostsRule,
  portal_access: portalAccessRule,
  progress_entries: progressEntriesRule,
  project_news: projectNewsRule,
  takeoff_rules: takeoffRulesRule,
  work_plans: workPlansRule,
  recipe_components: recipeComponentsRule,
  recipe_versions: recipeVersionsRule,
  recipes: recipesRule,
}

import { hierarchyNodesRule } from '../hierarchies/hierarchy-nodes-rule.ts'
import { contentRule } from '../estimates/content-rule.ts'
import { estimateRule } from '../estimates/estimate-rule.ts'
import { resourceRule } from '../estimates/resource-rule.ts'
import { versionRule } from '../estimates/version-rule.ts'
import { catalogueItemsRule } from '../catalogues/catalogue-items-rule.ts'
import { cataloguePricesRule } from '../catalogues/catalogue-prices-rule.ts'
import { costGroupMapsRule } from '../cost-groups/cost-group-maps-rule.ts'
import { costGroupSetsRule } from '../cost-groups/cost-group-sets-rule.ts'
import { costGroupsRule } from '../cost-groups/cost-groups-rule.ts'
import type { StandardRule } from './standard-rule.ts'

/** The rules of the standard models, by their keys. */
export const allRules: Readonly<Record<string, StandardRule>> = {
  hierarchy_nodes: hierarchyNodesRule,
  estimate_lines: contentRule,
  estimate_markups: contentRule,
  estimate_resources: resourceRule,
  estimate_versions: versionRule,
  estimates: estimateRule,
  catalogue_items: catalogueItemsRule,
  catalogue_prices: cataloguePricesRule,
  cost_group_maps: costGroupMapsRule,
  cost_group_sets: costGroupSetsRule,
  cost_groups: costGroupsRule,
}

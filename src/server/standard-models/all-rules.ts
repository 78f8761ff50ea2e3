import { bimModelVersionsRule } from '../bim/bim-model-versions-rule.ts'
import { hierarchyNodesRule } from '../hierarchies/hierarchy-nodes-rule.ts'
import type { StandardRule } from './standard-rule.ts'

/** The rules of the standard models, by their keys. */
export const allRules: Readonly<Record<string, StandardRule>> = {
  bim_model_versions: bimModelVersionsRule,
  hierarchy_nodes: hierarchyNodesRule,
}

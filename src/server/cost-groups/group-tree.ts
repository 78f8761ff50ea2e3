import type { TreeTable } from '../standard-models/tree-rules.ts'

/** Cost groups as parts of each other inside their sets. */
export const groupTree: TreeTable = { table: 'cost_groups', name: 'code', one: 'A cost group' }

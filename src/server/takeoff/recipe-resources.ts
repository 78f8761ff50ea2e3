import type { ExpandedRecipe, TreeNode } from '#estimating/recipe-tree.ts'

type Values = Record<string, unknown>

/**
 * What one unit of a recipe takes, as resources of a line: items with their prices as they are on the day, and shares of
 * others as amounts.
 */
export const recipeResources = (tree: ExpandedRecipe): Values[] =>
  leavesOf(tree.children).flatMap((leaf): Values[] => {
    if (leaf.kind === 'percent')
      return [
        {
          path: leaf.path,
          name: leaf.label,
          type: leaf.type,
          unit: '',
          qty_per_unit: '1',
          price: leaf.amount,
        },
      ]
    if (leaf.kind !== 'item') return []
    const { path, code, name, type, unit, per_unit, price } = leaf
    return [
      {
        path,
        item_code: code,
        name,
        type,
        unit,
        qty_per_unit: per_unit,
        price: price?.unit_price ?? null,
        price_basis: price?.price_basis ?? null,
        price_date: tree.date,
        price_note: price?.source ?? null,
      },
    ]
  })

const leavesOf = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.kind === 'crew' || node.kind === 'recipe' ? leavesOf(node.children) : [node]))

import type { EstimateNode } from './estimate-document.ts'
import { growTree, type Place } from './estimate-tree.ts'

/** What the number of a node goes by. */
export type Numbered = Pick<EstimateNode, 'id' | 'kind' | 'number'>

/**
 * The outline numbers of an estimate by node: 1, 1.1, … 1.10. Sections and lines have one. A number that was fixed stays,
 * whatever is inserted before it, and what stands below builds on it; the generated ones pass it by. Refuses a tree that
 * is none, as `growTree` does.
 * @example outlineNumbers(document.nodes).get(line.id) // '2.1.10'
 */
export function outlineNumbers(nodes: readonly EstimateNode[]): Map<string, string> {
  const { roots, inOrder } = growTree(nodes)
  const numbers = new Map<string, string>()
  numberSiblings(nodesOf(roots), '', numbers)
  for (const place of inOrder) {
    if (place.children.length > 0)
      numberSiblings(nodesOf(place.children), `${numbers.get(place.node.id)}.`, numbers)
  }
  return numbers
}

const nodesOf = (places: readonly Place[]): EstimateNode[] => places.map(({ node }) => node)

/**
 * Numbers the nodes in one section, in their order.
 * @param start what their numbers begin with: `'2.'` in the second section, nothing at the top
 * @param numbers gets them, by node
 */
export function numberSiblings(
  siblings: readonly Numbered[],
  start: string,
  numbers: Map<string, string>,
): void {
  const fixed = new Set(siblings.map(({ number }) => number))
  let count = 0
  for (const node of siblings) {
    if (node.kind !== 'section' && node.kind !== 'line') continue
    if (node.number) {
      numbers.set(node.id, node.number)
      continue
    }
    do count++
    while (fixed.has(`${start}${count}`))
    numbers.set(node.id, `${start}${count}`)
  }
}

import type { EstimateNode } from './estimate-document.ts'
import { growTree, type Place } from './estimate-tree.ts'

/**
 * The outline numbers of an estimate by node: 1, 1.1, … 1.10. Sections and lines have one. A number that was fixed stays,
 * whatever is inserted before it, and what stands below builds on it; the generated ones pass it by. Refuses a tree that
 * is none, as `growTree` does.
 * @example outlineNumbers(document.nodes).get(line.id) // '2.1.10'
 */
export function outlineNumbers(nodes: readonly EstimateNode[]): Map<string, string> {
  const { roots, inOrder } = growTree(nodes)
  const numbers = new Map<string, string>()
  numberSiblings(roots, '', numbers)
  for (const place of inOrder) {
    if (place.children.length > 0) numberSiblings(place.children, `${numbers.get(place.node.id)}.`, numbers)
  }
  return numbers
}

function numberSiblings(siblings: readonly Place[], start: string, numbers: Map<string, string>): void {
  const fixed = new Set(siblings.map(({ node }) => node.number))
  let count = 0
  for (const { node } of siblings) {
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

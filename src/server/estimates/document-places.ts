import type { EstimateNode } from '#estimating/estimate-document.ts'
import { growTree } from '#estimating/estimate-tree.ts'

/** Where a node stands in the document. */
export interface DocumentPlace {
  /** Sorts all nodes as the document lists them, by code point: the keys of those it stands in, and its own. */
  place: string
  /** 1 at the top. */
  depth: number
}

/**
 * The place of each node. Moving one changes only its own and those inside it, so a list can be kept in order without
 * numbering everything anew. A space comes before every character of a key: a section comes before what is inside it.
 * @example documentPlaces(document.nodes).get(line.id) // { place: 'a1 a0', depth: 2 }
 */
export function documentPlaces(nodes: readonly EstimateNode[]): Map<string, DocumentPlace> {
  const places = new Map<string, DocumentPlace>()
  for (const { node, parent } of growTree(nodes).inOrder) {
    const above = parent ? places.get(parent.node.id) : undefined
    places.set(node.id, {
      place: above ? `${above.place} ${node.sort}` : node.sort,
      depth: (above?.depth ?? 0) + 1,
    })
  }
  return places
}

import { invalid } from '#base/app-error.ts'
import type { EstimateHeading, EstimateLine, EstimateNode } from './estimate-document.ts'
import { zero, type Fixed } from './fixed.ts'
import type { RolledLine } from './roll-up-line.ts'

/** A node in its place, and what it comes to there: what is kept here need not be looked up by id. */
export interface Place<T extends EstimateNode = EstimateNode> {
  node: T
  parent: Place<EstimateHeading> | null
  /** In their order. A line has none. */
  children: Place[]
  /** What it adds to the sum above it: a section the lines in it, a line its total where it counts, others nothing. */
  total: Fixed
  /** A line worked out. */
  rolled: RolledLine | null
  counts: boolean
}

/** A line's place once it is worked out. */
export type LinePlace = Place<EstimateLine> & { rolled: RolledLine }

export interface EstimateTree {
  roots: Place[]
  /** Parents before their children, siblings in order: the order of the printed document. */
  inOrder: Place[]
  byId: Map<string, Place>
}

/**
 * The tree of a flat list of nodes, of any depth. Refuses with `invalid` and one detail for each thing that is wrong: an
 * id twice, a parent that does not exist or is no section, nodes that hang below themselves.
 * @example growTree(estimate.nodes).inOrder.map(({ node }) => node.title)
 */
export function growTree(nodes: readonly EstimateNode[]): EstimateTree {
  const byId = new Map<string, Place>()
  nodes.forEach((node, index) => {
    if (byId.has(node.id)) throw refused(index, 'id', 'id_twice', `The id ${node.id} is given twice.`)
    const children = node.kind === 'line' ? none : []
    byId.set(node.id, { node, parent: null, children, total: zero, rolled: null, counts: false })
  })
  const roots: Place[] = []
  nodes.forEach((node, index) => {
    const place = byId.get(node.id)
    if (!place) return
    if (node.parentId === null) return void roots.push(place)
    const parent = byId.get(node.parentId)
    if (!parent)
      throw refused(
        index,
        'parentId',
        'unknown_parent',
        `“${node.title}” stands below ${node.parentId}, which does not exist.`,
      )
    if (!isSection(parent))
      throw refused(
        index,
        'parentId',
        'parent_not_a_section',
        `“${node.title}” stands below “${parent.node.title}”, which is no section.`,
      )
    place.parent = parent
    parent.children.push(place)
  })
  const inOrder = walk(roots)
  if (inOrder.length < byId.size) throw refuseCycle(nodes, inOrder)
  return { roots, inOrder, byId }
}

/** Nothing stands below a line: one empty list serves them all. */
const none: Place[] = []

const refused = (index: number, field: string, code: string, message: string): Error =>
  invalid([{ path: `nodes.${index}.${field}`, code, message }])

const isSection = (place: Place): place is Place<EstimateHeading> => place.node.kind === 'section'

export const isLine = (place: Place): place is Place<EstimateLine> => place.node.kind === 'line'

export const isRolled = (place: Place): place is LinePlace => place.rolled !== null

/** By a list of what is still to visit and not by recursion, which ends at some ten thousand levels. */
function walk(roots: Place[]): Place[] {
  const inOrder: Place[] = []
  const waiting = [...roots.sort(bySort)].reverse()
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    inOrder.push(place)
    if (place.children.length === 0) continue
    place.children.sort(bySort)
    for (let at = place.children.length - 1; at >= 0; at--) {
      const child = place.children[at]
      if (child) waiting.push(child)
    }
  }
  return inOrder
}

/** Keys of `sort-between.ts` are ASCII, where the order of JavaScript and of code points is one. Ties go by id. */
function bySort({ node: a }: Place, { node: b }: Place): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** What no root leads to hangs below itself, or below nodes that do: going up from it ends in the circle. */
function refuseCycle(nodes: readonly EstimateNode[], reached: Place[]): Error {
  const known = new Set(reached.map(({ node }) => node.id))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const index = nodes.findIndex(({ id }) => !known.has(id))
  const path: EstimateNode[] = []
  for (let at = nodes[index]; at && !path.includes(at); at = byId.get(at.parentId ?? '')) path.push(at)
  const titles = path.map(({ title }) => `“${title}”`).join(', ')
  return refused(index, 'parentId', 'cycle', `These nodes stand below each other: ${titles}.`)
}

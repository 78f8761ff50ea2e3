import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import { isZero, parseFixed, sumFixed, type Fixed } from './fixed.ts'
import type { PlannedDays } from './planned-work.ts'
import { doneParts, type DonePart, type NotedProgress } from './work-done.ts'

/** A section or a line of what was agreed, in the order of the document. `key` is the same in all versions. */
export interface AgreedNode {
  id: string
  key: string
  kind: 'section' | 'line'
  parent: string | null
  number: string
  title: string
  unit: string | null
  quantity: string | null
  /** What a line adds to the total; of lines that do not count `0.00`. */
  total: string
}

/** What something has cost. Without `key` it belongs to no line. */
export interface CostEntry {
  key: string | null
  day: string
  amount: string
  hours: string | null
}

/** All that is known of a job. */
export interface ProgressBook {
  nodes: readonly AgreedNode[]
  /** By keys, of lines and sections. */
  plans: ReadonlyMap<string, PlannedDays>
  notes: readonly (NotedProgress & { key: string })[]
  costs: readonly CostEntry[]
}

/** A line with all that was noted of it. */
export interface BookLine {
  node: AgreedNode
  quantity: Fixed
  total: Fixed
  /** Its own days, or those of the nearest section with any. */
  plan: PlannedDays | null
  parts: readonly DonePart[]
  costs: readonly CostEntry[]
}

/**
 * The lines that count, in the order of the document, each with its plan, what was noted and what it cost.
 * @example bookLines(book).filter(({ plan }) => plan === null).length // lines nobody has planned
 */
export function bookLines({ nodes, plans, notes, costs }: ProgressBook): BookLine[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const notesOf = groupBy(notes, ({ key }) => key)
  const costsOf = groupBy(costs, ({ key }) => key)
  const planOf = (node: AgreedNode): PlannedDays | null => {
    for (let at: AgreedNode | undefined = node; at; at = byId.get(at.parent ?? '')) {
      const plan = plans.get(at.key)
      if (plan) return plan
    }
    return null
  }
  return nodes.flatMap((node) => {
    const total = parseFixed(node.total)
    if (node.kind !== 'line' || isZero(total)) return []
    const quantity = parseFixed(node.quantity ?? '0')
    return [
      {
        node,
        quantity,
        total,
        plan: planOf(node),
        parts: doneParts(quantity, notesOf.get(node.key) ?? []),
        costs: costsOf.get(node.key) ?? [],
      },
    ]
  })
}

/** The quantity done by the evening of a day. */
export const doneBy = ({ parts }: BookLine, day: string): Fixed =>
  sumFixed(parts.filter((part) => part.day <= day).map(({ quantity }) => quantity))

/** What was spent by the evening of a day. */
export const spentBy = (costs: readonly CostEntry[], day: string): Fixed =>
  sumFixed(costs.filter((cost) => cost.day <= day).map(({ amount }) => parseFixed(amount)))

/** The sections above a node, the nearest first. */
export function sectionsAbove(nodes: ReadonlyMap<string, AgreedNode>, node: AgreedNode): AgreedNode[] {
  const found: AgreedNode[] = []
  for (let parent = node.parent; parent !== null; parent = must(found.at(-1)).parent) {
    const section = nodes.get(parent)
    if (!section) break
    found.push(section)
  }
  return found
}

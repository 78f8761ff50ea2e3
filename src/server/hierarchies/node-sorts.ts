/** A node that is there; null where nobody gave it an order, '' where that is not known. */
export interface SortedNode {
  id: string
  parent: string | null
  sort: string | null
}

/**
 * The order of new nodes, each after its siblings: those that are there, then those before it in the list. Siblings that
 * have no order get one, as they would stand behind all others else.
 * @param places what each new node is part of
 * @param known the nodes that are there, in the order in which they are shown
 * @example nodeSorts(['a', 'a'], [{ id: 'b', parent: 'a', sort: '000007' }]).sorts // ['000008', '000009']
 */
export function nodeSorts(
  places: readonly (string | null)[],
  known: readonly SortedNode[],
): { sorts: string[]; given: Map<string, { sort: string }> } {
  const last = new Map<string | null, string>()
  for (const { parent, sort } of known) if (sort) last.set(parent, sort)
  const take = (place: string | null): string => {
    const next = sortAfter(last.get(place) ?? '')
    last.set(place, next)
    return next
  }
  const filled = new Set(places)
  const given = new Map<string, { sort: string }>()
  for (const { id, parent, sort } of known)
    if (sort === null && filled.has(parent)) given.set(id, { sort: take(parent) })
  return { sorts: places.map(take), given }
}

/** Six digits that count on, after whatever somebody wrote. */
function sortAfter(last: string): string {
  const number = /(?!999999)\d{6}$/.exec(last)?.[0]
  const head = number === undefined ? last : last.slice(0, -6)
  return head + String(Number(number ?? 0) + 1).padStart(6, '0')
}

/**
 * The items by what `keyOf` says of them, groups and items in the order of the list.
 * @example groupBy([1, 2, 3], (number) => number % 2) // Map { 1 → [1, 3], 0 → [2] }
 */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

import { sortBetween } from './sort-between.ts'

/**
 * Keys for new nodes that come one after another between two others, by halving: they grow with the logarithm of their count.
 * @param before the key they come after, or null at the front
 * @param after the key they come before, or null at the end
 * @example sortsBetween('a0', 'a1', 3) // ['a0F', 'a0V', 'a0k']
 */
export function sortsBetween(before: string | null, after: string | null, count: number): string[] {
  if (count === 0) return []
  const middle = sortBetween(before, after)
  // At the end keys stay short one after another.
  if (after === null) {
    const sorts = [middle]
    for (let last = middle; sorts.length < count;) sorts.push((last = sortBetween(last, null)))
    return sorts
  }
  const below = Math.floor((count - 1) / 2)
  return [...sortsBetween(before, middle, below), middle, ...sortsBetween(middle, after, count - 1 - below)]
}

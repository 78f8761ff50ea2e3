/** Names an element by the record of its model and its number there: known as soon as it can be seen. */
export type ElementKey = `${string}/${number}`

export const elementKey = (record: string, number: number): ElementKey => `${record}/${number}`

/** The numbers of those elements of a set that one model has. */
export function numbersIn(keys: ReadonlySet<ElementKey>, record: string): Set<number> {
  const found = new Set<number>()
  for (const key of keys) if (key.startsWith(`${record}/`)) found.add(Number(key.slice(record.length + 1)))
  return found
}

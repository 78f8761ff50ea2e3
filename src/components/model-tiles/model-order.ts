/** What is known of a workspace when its models are put in order. */
export interface ModelUse {
  /** Models in the order of the screens that list them. */
  listed: readonly string[]
  /** Models of the records this person worked on lately, one for each record; null while that is not asked. */
  worked: readonly string[] | null
}

/**
 * Models in the order a reader meets them: those that are named, then those worked on most, then those with a screen, then
 * by name.
 */
export function orderModels<Model extends { key: string; label: string }>(
  models: readonly Model[],
  first: readonly string[],
  { listed, worked }: ModelUse,
): Model[] {
  const times = (key: string): number => worked?.filter((one) => one === key).length ?? 0
  return models.toSorted(
    (a, b) =>
      placeIn(first, a.key) - placeIn(first, b.key) ||
      times(b.key) - times(a.key) ||
      placeIn(listed, a.key) - placeIn(listed, b.key) ||
      a.label.localeCompare(b.label),
  )
}

const placeIn = (keys: readonly string[], key: string): number => {
  const at = keys.indexOf(key)
  return at === -1 ? keys.length : at
}

import type { EstimateLine, EstimateNode } from '../../estimate-document.ts'

/** The groups of which an alternative was chosen, so that their base does not count. */
export const takenGroups = (nodes: readonly EstimateNode[]): ReadonlySet<string> =>
  new Set(
    nodes.flatMap((node) =>
      node.kind === 'line' && node.itemType === 'alternative' && node.selected === true
        ? [node.altGroup ?? node.id]
        : [],
    ),
  )

/** What a contract says of a line that is not as GAEB counts it while nobody has chosen; null where it is. */
export function acceptedOf(
  { itemType, altGroup, selected }: EstimateLine,
  taken: ReadonlySet<string>,
): boolean | null {
  switch (itemType) {
    case 'base':
      return altGroup != null && taken.has(altGroup) ? false : null
    case 'alternative':
    case 'optional_without_total':
      return selected === true ? true : null
    case 'optional_with_total':
      return selected === false ? false : null
    default:
      return null
  }
}

import type { EstimateLine, ItemType } from './estimate-document.ts'

/**
 * Whether a line takes part in the sums (see `ItemType`).
 * @param isTaken whether an alternative of a group was selected, so that its base does not count
 */
export function countsInTotal(line: EstimateLine, isTaken: (group: string) => boolean): boolean {
  switch (line.itemType) {
    case 'normal':
    case 'lump_sum':
    case 'daywork':
      return true
    case 'optional_with_total':
      return line.selected !== false
    case 'optional_without_total':
    case 'alternative':
      return line.selected === true
    case 'base':
      return line.altGroup == null || !isTaken(line.altGroup)
    case 'text':
      return false
  }
}

/**
 * Whether a line of a kind is chosen before anybody chose: an alternative, or an option that is not in the total, counts only
 * once somebody takes it. Null where there is nothing to choose.
 */
export function selectedAtFirst(itemType: ItemType): boolean | null {
  switch (itemType) {
    case 'optional_with_total':
      return true
    case 'optional_without_total':
    case 'alternative':
      return false
    default:
      return null
  }
}

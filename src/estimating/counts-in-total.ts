import type { EstimateLine } from './estimate-document.ts'

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

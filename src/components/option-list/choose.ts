import type { z } from 'zod'
import type { optionList } from './option-list.definition.ts'

export type Option = NonNullable<z.output<(typeof optionList)['props']>['options']>[number]

/** Options by their groups in the order given; those by themselves stand together, where the first of them stands. */
export function groupsOf(options: readonly Option[]): { group: string | null; of: Option[] }[] {
  const groups = new Map<string | null, Option[]>()
  for (const option of options) {
    const group = option.group ?? null
    groups.set(group, [...(groups.get(group) ?? []), option])
  }
  return [...groups].map(([group, of]) => ({ group, of }))
}

/** The options after one is ticked or taken back; in a group it takes the place of the one before. */
export const choose = (options: readonly Option[], id: string, isChosen: boolean): Option[] => {
  const group = options.find((option) => option.id === id)?.group ?? null
  return options.map((option) => {
    if (option.id === id) return { ...option, chosen: isChosen }
    return group !== null && option.group === group
      ? { ...option, chosen: !isChosen && option.fixed === true }
      : option
  })
}

import { expect, it } from 'vitest'
import { choose, groupsOf, type Option } from './choose.ts'

const options: Option[] = [
  { id: 'oak', title: 'Oak', group: 'Floor', fixed: true, chosen: true },
  { id: 'rail', title: 'Rail', chosen: false },
  { id: 'ash', title: 'Ash', group: 'Floor', chosen: false },
  { id: 'blind', title: 'Blind', chosen: true },
]
const chosen = (of: readonly Option[]): string[] => of.flatMap((one) => (one.chosen ? [one.id] : []))

it('stands in groups, options by themselves together', () => {
  expect(groupsOf(options).map(({ group, of }) => [group, of.map(({ id }) => id)])).toEqual([
    ['Floor', ['oak', 'ash']],
    [null, ['rail', 'blind']],
  ])
})

it('ticks options one by one and picks one of a group', () => {
  expect(chosen(choose(options, 'rail', true))).toEqual(['oak', 'rail', 'blind'])
  expect(chosen(choose(options, 'blind', false))).toEqual(['oak'])
  const ash = choose(options, 'ash', true)
  expect(chosen(ash)).toEqual(['ash', 'blind'])
  expect(chosen(choose(ash, 'oak', true))).toEqual(['oak', 'blind'])
})

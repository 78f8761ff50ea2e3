import { expect, it } from 'vitest'
import type { MenuEntry } from './menu.tsx'
import { isLongMenu, searchedEntries } from './menu-search.ts'

const views = (count: number): MenuEntry => ({
  kind: 'choice',
  label: 'Views',
  value: '',
  options: Array.from({ length: count }, (_, at) => ({ value: String(at), label: `View ${at}` })),
  onChange: () => undefined,
})
const menu = (count: number): MenuEntry[] => [
  views(count),
  { kind: 'separator' },
  { kind: 'label', label: 'Columns' },
  { kind: 'check', label: 'Price', checked: true, onChange: () => undefined },
  { label: 'Save as a new view' },
]

it('a menu is searched once it is too long to be read through', () => {
  expect(isLongMenu(menu(4))).toBe(false)
  expect(isLongMenu(menu(14))).toBe(true)
})

it('what is searched keeps its group, and what only parts entries goes', () => {
  expect(searchedEntries(menu(14), ' ')).toHaveLength(5)
  expect(searchedEntries(menu(14), 'VIEW 1')).toMatchObject([
    { options: [1, 10, 11, 12, 13].map((at) => ({ label: `View ${at}` })) },
  ])
  expect(searchedEntries(menu(14), 'pri')).toMatchObject([{ label: 'Price' }])
  expect(searchedEntries(menu(14), 'nowhere')).toEqual([])
})

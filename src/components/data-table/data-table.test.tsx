// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Json } from '#base/json.ts'
import { DataTable } from './data-table.tsx'

type Props = Parameters<typeof DataTable>[0]
const draw = (value: Json, more: object = {}) =>
  render(<DataTable {...({ props: { label: 'Data', value, ...more } } as unknown as Props)} />)

it('shows a list as a table, in the columns asked for, numbers with at most six places', () => {
  draw([{ name: 'Net volume', si: '2.123456789', used: true, other: 'x' }, { name: 'Holes' }], {
    columns: [
      { key: 'name', label: 'Name' },
      { key: 'si', label: 'Value' },
      { key: 'used', label: 'Counts' },
    ],
  })
  const [head, first, second] = screen.getAllByRole('row')
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Value', 'Counts'])
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(first)).toEqual(['Net volume', '2.123457', 'Yes'])
  expect(cells(second)).toEqual(['Holes', '—', '—'])
})

it('shows groups under their names, and says when there is nothing', () => {
  draw({ Pset_DoorCommon: { FireRating: 'T30', IsExternal: false } })
  expect(screen.getByRole('heading', { name: 'Pset_DoorCommon' })).toBeTruthy()
  expect(screen.getByText('T30')).toBeTruthy()
  expect(screen.getByText('No')).toBeTruthy()
  draw({}, { empty: 'Nothing here' })
  expect(screen.getByText('Nothing here')).toBeTruthy()
})

// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawComponent } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

it('is readable as a table: days, money, and a gap where nothing is known', async () => {
  drawComponent('value-chart', {
    label: 'Planned and earned',
    currency: 'EUR',
    along: 'day',
    along_label: 'Day',
    series: [
      { key: 'planned', label: 'Planned' },
      { key: 'earned', label: 'Earned' },
    ],
    rows: [
      { day: '2026-03-02', planned: '1250.50', earned: '900.00' },
      { day: '2026-03-09', planned: '2000.00', earned: null },
    ],
  })
  const rows = await screen.findAllByRole('row')
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([[], ['€1,250.50', '€900.00'], ['€2,000.00', '–']])
})

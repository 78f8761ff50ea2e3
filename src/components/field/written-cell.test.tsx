// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { setRegion } from '#ui/region.ts'
import { loadLanguage } from '#ui/translate.ts'
import { TextCell } from './cells.tsx'

beforeAll(async () => {
  setRegion({ locale: 'de-DE' })
  await loadLanguage('de', async () => ({ pcs: 'Stk' }))
})
afterEach(cleanup)

it.each([
  ['unit', 'pcs', 'Stk'],
  ['output_unit', 'm2', 'm²'],
  ['qty_expr', '2.8', '2,8'],
  ['qty_formula', 'max(a, 2.5 * m)', 'max(a, 2.5 * m)'],
  ['price_note', '2026-08-01 · list 2026-08-01.csv', '01.08.2026 · list 2026-08-01.csv'],
  ['code', '2.10', '2.10'],
  ['delivery_note', '2026-08-01', '2026-08-01'],
  ['chemical_formula', '2.8', '2.8'],
])('shows a text of %s the way the reader writes: %s', async (key, value, shown) => {
  render(<TextCell value={value} field={{ key, label: key, type: 'text' } as never} />)
  expect(await screen.findByText(shown)).toBeDefined()
})

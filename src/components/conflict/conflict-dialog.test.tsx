// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { asDescription } from '../field/as-description.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

standInForBrowser()
afterEach(cleanup)

const fields = new Map(
  (
    [
      { key: 'price', label: 'Price', type: 'money' },
      { key: 'height', label: 'Height', type: 'decimal' },
      { key: 'budget', label: 'Budget', type: 'money', currency: 'EUR' },
      { key: 'depth', label: 'Depth', type: 'decimal', unit: 'cm' },
      { key: 'rate', label: 'Rate', type: 'money', currency_from: 'currency' },
    ] as const
  ).map((field) => [field.key as string, asDescription(field)]),
)

it('shows what each wrote, money with its cents and measures without idle zeros, and gives what was chosen', async () => {
  const onTake = vi.fn()
  render(
    <ConflictDialog
      conflicts={[
        { key: 'price', base: '10', mine: '12.500000', theirs: '0.125' },
        { key: 'height', base: null, mine: '13.000000', theirs: '2.50' },
      ]}
      fields={fields}
      onTake={onTake}
      onClose={() => undefined}
    />,
  )
  expect(await screen.findByText('Before: 10.00')).toBeDefined()
  for (const words of ['12.50', '0.125', '13', '2.5']) expect(screen.getByText(words)).toBeDefined()
  const save = screen.getByRole('button', { name: 'Save changes' })
  expect(save.hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /^12\.50/ }))
  fireEvent.click(screen.getByRole('radio', { name: /^2\.5/ }))
  fireEvent.click(save)
  expect(onTake).toHaveBeenCalledWith({ price: '12.500000', height: '2.50' })
})

it('says what amounts and measures are in', async () => {
  render(
    <ConflictDialog
      conflicts={[
        { key: 'budget', base: '1000.00', mine: '1200.500', theirs: null },
        { key: 'depth', base: '20', mine: '25.0', theirs: '30' },
        { key: 'rate', base: '2', mine: '3', theirs: '4' },
      ]}
      fields={fields}
      row={{ currency: 'CHF' }}
      onTake={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(await screen.findByText('Before: €1,000.00')).toBeDefined()
  for (const words of ['€1,200.50', 'empty', '25 cm', '30 cm']) expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByText(/^CHF.3/)).toBeDefined()
})

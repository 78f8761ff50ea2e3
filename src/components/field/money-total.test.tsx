// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { currenciesOf, moneySums } from './money-sums.ts'
import { MoneyTotal } from './money-total.tsx'

afterEach(cleanup)

const euro = { amount: '1234.5', currency: 'EUR' }
const franc = { amount: '7', currency: 'CHF' }

describe('a total of amounts that may be in several currencies', () => {
  it('is read as the server answers it: of one, of several, of none', () => {
    expect(moneySums(euro)).toEqual([euro])
    expect(moneySums([franc, euro])).toEqual([franc, euro])
    expect([moneySums('12.50'), moneySums(null), moneySums([])]).toEqual([null, null, []])
    expect(currenciesOf([{ value: euro }, { value: [franc, euro] }, { value: null }])).toEqual(['EUR', 'CHF'])
    expect(currenciesOf([{ value: '5' }])).toEqual([])
  })

  it('shows each amount with its currency', () => {
    const { container } = render(<MoneyTotal sums={[franc, euro]} scale={2} />)
    expect(container.textContent).toMatch(/CHF\s?7\.00 · €1,234\.50/)
  })

  it('says how many currencies there are where they do not fit, and the amounts to who listens', () => {
    render(<MoneyTotal sums={[franc, euro]} scale={2} width={132} />)
    expect(screen.getByText('2 currencies')).toBeDefined()
    expect(screen.getByText(/1,234\.50/).textContent).toContain('CHF')
  })
})

import { describe, expect, it } from 'vitest'
import type { FieldDescription } from '#contracts/model-description.ts'
import { rangeFacts } from './range-facts.ts'

const column = (key: string, type: FieldDescription['type'], more: Partial<FieldDescription> = {}) => ({
  key,
  field: { key, label: key, type, ...more } as FieldDescription,
})
const price = column('price', 'money', { currency: 'EUR' })
const own = column('own', 'money', { currencies: ['EUR', 'USD'] })
const net = column('net', 'money', { currency_from: 'currency' })
const hours = column('hours', 'decimal', { unit: 'h' })
const name = column('name', 'text')

describe('what is said of chosen cells', () => {
  it('is exact: a tenth and two tenths are three tenths', () => {
    const { numbers } = rangeFacts([price], [{ price: '0.1' }, { price: '0.2' }, { price: null }])
    expect(numbers).toEqual({
      sum: '0.3',
      average: '0.15',
      smallest: '0.1',
      largest: '0.2',
      currency: 'EUR',
      unit: null,
    })
  })

  it('counts what is filled in, and adds up nothing where there are no two numbers', () => {
    expect(rangeFacts([name, hours], [{ name: 'A', hours: '2' }, { name: '' }])).toEqual({
      filled: 2,
      numbers: null,
    })
  })

  it('adds up no hours with euros, and no dollars with euros', () => {
    expect(rangeFacts([price, hours], [{ price: '1', hours: '2' }]).numbers).toBeNull()
    const eur = { own: { amount: '1', currency: 'EUR' } }
    const usd = { own: { amount: '2', currency: 'USD' } }
    expect(rangeFacts([own], [eur, usd]).numbers).toBeNull()
    expect(rangeFacts([own], [usd, usd]).numbers).toMatchObject({ sum: '4', currency: 'USD' })
  })

  it('goes by the field that names the currency, and says nothing where that is not read', () => {
    const rows = [
      { net: '1', currency: 'CHF' },
      { net: '2', currency: 'CHF' },
    ]
    expect(rangeFacts([net], rows).numbers).toMatchObject({ sum: '3', currency: 'CHF' })
    expect(rangeFacts([net], [{ net: '1' }, { net: '2' }]).numbers).toBeNull()
    expect(rangeFacts([net], [rows[0] ?? {}, { net: '2', currency: 'EUR' }]).numbers).toBeNull()
  })
})

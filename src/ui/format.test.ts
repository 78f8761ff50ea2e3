import { describe, expect, it } from 'vitest'
import * as format from './format.ts'

const en = { locale: 'en-US', timeZone: 'America/New_York' }
const de = { locale: 'de-DE', timeZone: 'Europe/Berlin' }
/** Intl uses no-break spaces; the eye sees spaces. */
const seen = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('decimals', () => {
  it('are exact beyond what a float can hold', () => {
    expect(format.formatDecimal('123456789012345678.123456789', de)).toBe('123.456.789.012.345.678,123456789')
    expect(format.formatDecimal('-0.1000000000000000055', en)).toBe('-0.1000000000000000055')
  })
  it('keep the digits they have, pad to minDigits, round half away from zero to maxDigits', () => {
    expect(format.formatDecimal('1234.5', en)).toBe('1,234.5')
    expect(format.formatDecimal('1234.5', de, { minDigits: 2 })).toBe('1.234,50')
    expect(format.formatDecimal('1.005', en, { maxDigits: 2 })).toBe('1.01')
    expect(format.formatDecimal('-1.005', en, { maxDigits: 2 })).toBe('-1.01')
    expect(format.formatDecimal('2.345', en, { minDigits: 3, maxDigits: 2 })).toBe('2.35')
  })
})

describe('money', () => {
  it('has the digits and the place of its currency', () => {
    expect(seen(format.formatMoney('1234.5', 'EUR', de))).toBe('1.234,50 €')
    expect(format.formatMoney('1234.5', 'USD', en)).toBe('$1,234.50')
    expect(format.formatMoney('1234', 'JPY', en)).toBe('¥1,234')
  })
  it('stays exact for sums no float can hold', () => {
    expect(format.formatMoney('99999999999999999.99', 'USD', en)).toBe('$99,999,999,999,999,999.99')
  })
  it('comes in pieces in the order of the locale', () => {
    expect(format.formatMoneyParts('-1600', 'EUR', en)).toEqual([
      { text: '-', unit: false },
      { text: '€', unit: true },
      { text: '1,600.00', unit: false },
    ])
    expect(format.formatMoneyParts('1600', 'EUR', de).map((piece) => seen(piece.text))).toEqual([
      '1.600,00',
      ' €',
    ])
  })
})

it('percent', () => {
  expect(format.formatPercent('0.196', en)).toBe('19.6%')
  expect(seen(format.formatPercent('0.2', de, { minDigits: 1 }))).toBe('20,0 %')
})

describe('dates', () => {
  it('a plain day is that day in every zone', () => {
    expect(format.formatDate('2026-03-01', en)).toBe('Mar 1, 2026')
    expect(format.formatDate('2026-03-01', { locale: 'de-DE', timeZone: 'Pacific/Kiritimati' })).toBe(
      '01.03.2026',
    )
  })
  it('a moment is the day and hour of the reader', () => {
    expect(format.formatDate('2026-03-01T02:00:00Z', en)).toBe('Feb 28, 2026')
    expect(format.formatDateTime('2026-03-01T23:30:00Z', de)).toBe('02.03.2026, 00:30')
  })
  it.each([
    ['2026-03-01T11:59:50Z', 'now'],
    ['2026-03-01T11:57:00Z', '3 minutes ago'],
    ['2026-03-01T09:00:00Z', '3 hours ago'],
    ['2026-02-28T12:00:00Z', 'yesterday'],
    ['2026-03-03T12:00:00Z', 'in 2 days'],
    ['2025-12-01T12:00:00Z', '3 months ago'],
    ['2023-03-01T12:00:00Z', '3 years ago'],
    ['2026-03-01T11:00:30Z', '1 hour ago'],
  ])('%s is %s', (value, expected) => {
    expect(format.formatRelative(value, new Date('2026-03-01T12:00:00Z'), en)).toBe(expected)
  })
  it.each([
    ['2026-11-28T18:00:00Z', '2026-11-30T06:00:00Z', 'übermorgen'],
    ['2026-11-28T22:30:00Z', '2026-11-29T23:30:00Z', 'übermorgen'],
    ['2026-11-30T06:00:00Z', '2026-11-28T18:00:00Z', 'vorgestern'],
    ['2026-11-27T23:10:00Z', '2026-11-28T22:50:00Z', 'heute'],
  ])('days are of the calendar: at %s, %s is %s', (now, value, expected) => {
    expect(format.formatRelative(value, new Date(now), de)).toBe(expected)
  })
})

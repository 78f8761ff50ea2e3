import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  editableDay,
  firstWeekdayOf,
  makeDay,
  monthWeeks,
  parseDay,
  today,
} from './day.ts'

describe('days', () => {
  it('exist or are refused', () => {
    expect(makeDay(2024, 2, 29)).toBe('2024-02-29')
    expect(makeDay(2026, 2, 29)).toBeNull()
    expect(makeDay(2026, 13, 1)).toBeNull()
    expect(makeDay(26, 1, 1)).toBe('0026-01-01')
  })
  it('move over clock changes and month ends', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -13)).toBe('2025-02-28')
  })
  it('are those of the reader', () => {
    const late = new Date('2026-03-01T23:30:00Z')
    expect(today('Europe/Berlin', late)).toBe('2026-03-02')
    expect(today('America/New_York', late)).toBe('2026-03-01')
  })
})

describe('typed days', () => {
  it.each([
    ['de', '1.3.26', '2026-03-01'],
    ['de', '01.03.2026', '2026-03-01'],
    ['de', '1 3', '2026-03-01'],
    ['en-US', '3/1/2026', '2026-03-01'],
    ['en-GB', '1/3/2026', '2026-03-01'],
    ['sv', '2026-03-01', '2026-03-01'],
    ['en-US', '2026-03-01', '2026-03-01'],
  ])('in %s %s is %s', (locale, text, expected) => {
    expect(parseDay(text, locale, '2026-11-21')).toBe(expected)
  })
  it.each(['31.4.2026', 'soon', '5', '1.2.3.4', '1.13.2026', ''])('%j is no day', (text) => {
    expect(parseDay(text, 'de', '2026-11-21')).toBeNull()
  })
  it('read back what is edited', () => {
    for (const locale of ['de', 'en-US', 'en-GB', 'fr', 'sv']) {
      expect(parseDay(editableDay('2026-03-01', locale), locale, '2026-11-21')).toBe('2026-03-01')
    }
  })
})

it('a month has six weeks that begin where the reader expects', () => {
  const weeks = monthWeeks('2026-03-18', firstWeekdayOf('de-DE'))
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.[0]).toBe('2026-02-23')
  expect(monthWeeks('2026-03-18', firstWeekdayOf('en-US'))[0]?.[0]).toBe('2026-03-01')
})

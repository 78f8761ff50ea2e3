import { expect, it } from 'vitest'
import { dayOf } from './demo-days.ts'

// A Wednesday.
const today = new Date(2026, 2, 4, 15, 30)

it('shifts days of the demo to today', () => {
  expect(dayOf({ days: 0 }, today)).toBe('2026-03-04')
  expect(dayOf({ days: -4 }, today)).toBe('2026-02-28')
  expect(dayOf('2026-01-01', today)).toBe('2026-01-01')
})

it('counts workdays without weekends, from any day of the week', () => {
  expect(dayOf({ workdays: -3 }, today)).toBe('2026-02-27')
  expect(dayOf({ workdays: 3 }, today)).toBe('2026-03-09')
  const sunday = new Date(2026, 2, 8)
  expect(dayOf({ workdays: -1 }, sunday)).toBe('2026-03-06')
  expect(dayOf({ workdays: 1 }, sunday)).toBe('2026-03-09')
})

it('refuses what is no day', () => {
  expect(() => dayOf({ weeks: 1 }, today)).toThrow(/Invalid input/)
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { momentOf, wallTime } from '#base/wall-time.ts'
import { momentCell } from './moment-cell.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Atlantic/Azores',
]

// Any moment, and those around the days on which clocks change.
const moments = fc.oneof(
  fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  fc.date({ min: new Date('2026-03-28'), max: new Date('2026-04-06'), noInvalidDate: true }),
  fc.date({ min: new Date('2026-10-03'), max: new Date('2026-11-02'), noInvalidDate: true }),
)

it('shows what clocks show, and leads back to the same moment', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (date, zone) => {
      const cell = momentCell(date.toISOString(), zone)
      if (cell && 'moment' in cell) {
        expect(cell.moment).toEqual(wallTime(date, zone))
        expect(momentOf(cell.moment, zone).getTime()).toBe(date.getTime())
      }
      const text = cell && ('moment' in cell ? cell.zoned : 'text' in cell ? cell.text : '')
      expect(Date.parse(text ?? '')).toBe(date.getTime())
    }),
    { numRuns: 2000 },
  )
})

it('is text in the hour that comes twice, where it is the first', () => {
  expect(momentCell('2026-10-25T00:30:00Z', 'Europe/Berlin')).toEqual({ text: '2026-10-25T02:30:00+02:00' })
  expect(momentCell('2026-10-25T01:30:00Z', 'Europe/Berlin')).toMatchObject({
    zoned: '2026-10-25T02:30:00+01:00',
  })
  expect(momentCell('1800-01-01T00:00:00Z', 'Europe/Berlin')).toEqual({ text: '1800-01-01T00:00:00Z' })
})

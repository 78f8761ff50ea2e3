import { expect, it } from 'vitest'
import { editableMoment, parseMoment } from './moment.ts'

const berlin = { locale: 'de-DE', timeZone: 'Europe/Berlin' }
const london = { locale: 'en-GB', timeZone: 'Europe/London' }
const york = { locale: 'en-US', timeZone: 'America/New_York' }

it.each([
  ['01.03.2026 08:30', berlin, '2026-03-01T07:30:00.000Z'],
  ['1.7.26, 8:30', berlin, '2026-07-01T06:30:00.000Z'],
  ['01/03/2026 08:30:15', london, '2026-03-01T08:30:15.000Z'],
  ['3/1/2026 8:30 PM', york, '2026-03-02T01:30:00.000Z'],
  ['3/1/2026 12:05 AM', york, '2026-03-01T05:05:00.000Z'],
  ['2026-03-01', berlin, '2026-02-28T23:00:00.000Z'],
  ['2026-03-01T08:30', berlin, '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T08:30:00+01:00', york, '2026-03-01T07:30:00.000Z'],
  // The clocks go forward that night.
  ['29.03.2026 03:30', berlin, '2026-03-29T01:30:00.000Z'],
])('reads %s', (text, region, moment) => expect(parseMoment(text, region)).toBe(moment))

it.each(['soon', '31.2.2026 08:00', '01.03.2026 25:00', '13/13/2026', '08:30'])('%s is no moment', (text) =>
  expect(parseMoment(text, berlin)).toBeNull(),
)

it.each([berlin, london, york])('writes what it reads in $locale', (region) => {
  for (const moment of ['2026-03-01T07:30:00.000Z', '2026-12-31T23:59:59.120Z', '2024-02-29T12:00:05.000Z'])
    expect(parseMoment(editableMoment(moment, region), region)).toBe(moment)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressLine } from './address.ts'
import { durationText } from './duration.ts'
import { geoPointText } from './geo-point.ts'
import { parseAddressLine } from './parse-address-line.ts'
import { parseDuration } from './parse-duration.ts'
import { parseGeoPoint } from './parse-geo-point.ts'
import { reachableOptions } from './reachable-options.ts'

describe('values as people write them', () => {
  it.each<[string, '.' | ',', number | null]>([
    ['37:30', '.', 135_000],
    ['-1:00:05', '.', -3605],
    ['2 h 30 min', '.', 9000],
    ['2 Std. 30 Min.', ',', 9000],
    ['90 min', '.', 5400],
    ['1,5', ',', 5400],
    ['1.5', '.', 5400],
    ['1.5', ',', null],
    ['1:75', '.', null],
    ['2 d', '.', null],
    ['soon', '.', null],
    ['-', '.', null],
  ])('a duration %j with %j', (text, mark, seconds) => expect(parseDuration(text, mark)).toBe(seconds))
  it('every duration reads back as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (seconds) => {
        expect(parseDuration(durationText(seconds), '.')).toBe(seconds === 0 ? 0 : seconds)
      }),
    )
  })
  it.each([
    ['Hauptstr. 1, 10115 Berlin', { street: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin' }],
    [
      'Gate 3, Yard, 8005 Zürich, ZH, CH',
      { street: 'Gate 3', extra: 'Yard', postal_code: '8005', city: 'Zürich', region: 'ZH', country: 'CH' },
    ],
    [
      '10 Downing Street, SW1A 2AA London, UK',
      { street: '10 Downing Street', postal_code: 'SW1A 2AA', city: 'London', country: 'UK' },
    ],
    ['D-80331 München', { postal_code: 'D-80331', city: 'München' }],
    ['Behind the church', { street: 'Behind the church' }],
  ])('an address %j', (line, address) => {
    expect(parseAddressLine(line)).toEqual(address)
    expect(addressLine(address)).toBe(line)
  })
  it('every place reads back to a centimetre', () => {
    const degrees = (most: number) =>
      fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((value) => Number((value / 1e7).toFixed(7)) + 0)
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lng) => {
        expect(parseGeoPoint(geoPointText({ lat, lng }))).toEqual({ lat, lng })
      }),
    )
    const berlin = { lat: 52.52, lng: 13.405 }
    for (const text of ['52,52 13,405', '52,52; 13,405', '52,52;13,405', '52,52, 13,405'])
      expect(parseGeoPoint(text)).toEqual(berlin)
    expect(parseGeoPoint('52, 13,405')).toEqual({ lat: 52, lng: 13.405 })
    expect(parseGeoPoint('52,52')).toEqual({ lat: 52, lng: 52 })
    expect(parseGeoPoint('52,52,13,405')).toBeNull()
  })
  it('a status leads where it is drawn, and out of what is no option any more', () => {
    const field = { options: ['a', 'b', 'c'], transitions: { a: ['b'] }, starts: ['a'] }
    expect(reachableOptions(field, null)).toEqual(['a'])
    expect(reachableOptions(field, 'a')).toEqual(['b'])
    expect(reachableOptions(field, 'b')).toEqual([])
    expect(reachableOptions(field, 'gone')).toBeNull()
    expect(reachableOptions({ options: ['a'] }, 'a')).toBeNull()
  })
})

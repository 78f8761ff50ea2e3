import { describe, expect, it } from 'vitest'
import type { FieldDescription } from '#contracts/model-description.ts'
import { entriesByDay, moved, whereOn } from './day-entries.ts'

const field = (key: string, type: string) => ({ key, type }) as FieldDescription
const days = { by: field('begins', 'date'), until: field('ends', 'date') }
const march = { from: '2026-03-01', to: '2026-03-31' }

const marksOf = (rows: { begins: string | null; ends?: string | null }[], span = days) =>
  [...entriesByDay(rows, span, march)].map(([day, entries]) => [
    day,
    entries.map(({ begun, goesOn }) => `${begun ? '…' : ''}x${goesOn ? '…' : ''}`).join(' '),
  ])

describe('records of several days', () => {
  it('stand on each of their days that is looked at', () => {
    expect(marksOf([{ begins: '2026-03-30', ends: '2026-04-02' }])).toEqual([
      ['2026-03-30', 'x…'],
      ['2026-03-31', '…x…'],
    ])
    expect(marksOf([{ begins: '2026-02-20', ends: '2026-03-01' }])).toEqual([['2026-03-01', '…x']])
  })

  it('stand on their first where no last day is given, or one before it, and nowhere without a first', () => {
    const rows = [
      { begins: '2026-03-04', ends: null },
      { begins: '2026-03-04', ends: '2026-03-01' },
      { begins: null, ends: '2026-03-09' },
    ]
    expect(marksOf(rows)).toEqual([['2026-03-04', 'x x']])
  })

  it('are asked for also where they begin before the days that are looked at', () => {
    const most = { field: 'begins', op: 'lte', value: march.to }
    expect(whereOn(days, march.from, march.to)).toEqual({
      or: [
        { and: [{ field: 'begins', op: 'gte', value: march.from }, most] },
        { and: [most, { field: 'ends', op: 'gte', value: march.from }] },
      ],
    })
  })

  it('go as a whole, as far as the day that was taken goes', () => {
    const row = { begins: '2026-02-27', ends: '2026-03-02' }
    const entry = { row, day: '2026-03-01', begun: true, goesOn: true }
    expect(moved(entry, days, '2026-03-04')).toEqual({
      before: row,
      after: { begins: '2026-03-02', ends: '2026-03-05' },
    })
    expect(moved(entry, days, '2026-03-01')).toBeNull()
    expect(moved({ ...entry, row: { begins: '2026-02-27', ends: null } }, days, '2026-02-28')?.after).toEqual(
      {
        begins: '2026-02-26',
      },
    )
  })
})

it('moments are on the day of the reader', () => {
  const moment = { by: field('at', 'datetime') }
  const rows = [{ at: '2026-03-01T23:30:00Z' }]
  expect([...entriesByDay(rows, moment, { ...march, timeZone: 'Europe/Berlin' }).keys()]).toEqual([
    '2026-03-02',
  ])
  expect(whereOn(moment, march.from, march.to, 'Europe/Berlin')).toEqual({
    and: [
      { field: 'at', op: 'gte', value: '2026-02-28T23:00:00.000Z' },
      { field: 'at', op: 'lt', value: '2026-03-31T22:00:00.000Z' },
    ],
  })
})

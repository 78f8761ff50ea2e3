import { expect, it } from 'vitest'
import { writeCalendar } from './write-calendar.ts'

const entry = { id: 'a', at: '2026-03-01', title: 'Roof', about: 'Jobs: Due', path: '/o/x' }
const lines = (text: string): string[] => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')

it('writes days as days and moments in the world’s time, and names each entry the same every time', () => {
  const entries = [entry, { ...entry, id: 'b', at: '2026-03-01T08:30:00+01:00' }]
  const written = lines(writeCalendar('Falkenried Bau', entries, 'https://w.test'))
  expect(written).toContain('DTSTART;VALUE=DATE:20260301')
  expect(written).toContain('DTSTART:20260301T073000Z')
  expect(written).toContain('URL;VALUE=URI:https://w.test/o/x')
  const names = (all: string[]) => all.filter((line) => line.startsWith('UID:'))
  expect(new Set(names(written)).size).toBe(2)
  expect(names(lines(writeCalendar('Other', entries, 'https://w.test')))).toEqual(names(written))
})

it('[EX-10] lets no text of a record begin a line of its own', () => {
  const title = 'Roof\r\nBEGIN:VEVENT\nATTACH:file:///etc/passwd; x, y'
  const written = lines(writeCalendar('N\nX-EVIL:1', [{ ...entry, title }], 'https://w.test'))
  expect(written.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(written.some((line) => /^(ATTACH|X-EVIL)/.test(line))).toBe(false)
  expect(written).toContain('SUMMARY:Roof BEGIN:VEVENT ATTACH:file:///etc/passwd\\; x\\, y')
})

import { expect, it } from 'vitest'
import type { SharedRecord } from '#contracts/share.ts'
import { gonePage, pageLanguage, sharedPage } from './shared-page.ts'

const shared: SharedRecord = {
  workspace: 'Nord & Bau',
  model: 'Machines',
  title: '<img src=x onerror=alert(1)>',
  fields: [
    { key: 'state', label: 'State', type: 'select', value: 'in_use', text: 'In use' },
    { key: 'rate', label: 'Rate', type: 'decimal', value: '12345678901234567.25' },
    { key: 'service', label: 'Next "service"', type: 'date', value: '2026-03-01' },
    { key: 'hired', label: 'Hired', type: 'boolean', value: false },
    { key: 'note', label: 'Note', type: 'text', value: null },
  ],
  expires_at: '2026-12-24T10:00:00.000Z',
}

it('[PT-10] writes what people typed as text, never as markup', () => {
  const page = sharedPage(shared, 'en')
  expect(page).not.toMatch(/<img|onerror=alert\(1\)>/)
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('Next &quot;service&quot;')
  expect(page).toContain('Nord &amp; Bau')
})

it('shows labels, exact numbers and days in the language of the reader, and nothing that is empty', () => {
  expect(sharedPage(shared, 'en')).toContain('<dd>12,345,678,901,234,567.25</dd>')
  const german = sharedPage(shared, 'de')
  for (const text of ['12.345.678.901.234.567,25', '1. März 2026', '<dd>Nein</dd>', '<dd>In use</dd>'])
    expect(german).toContain(text)
  expect(german).not.toContain('Note')
  expect([pageLanguage('de-AT,de;q=0.9,en'), pageLanguage('fr, en;q=0.5'), pageLanguage(undefined)]).toEqual([
    'de',
    'en',
    'en',
  ])
  expect(gonePage('de')).toContain('lang="de"')
})

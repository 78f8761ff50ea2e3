import { expect, it } from 'vitest'
import type { SharedRecord } from '#contracts/share.ts'
import { gonePage, sharedPage } from './shared-page.ts'

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
  const page = sharedPage(shared, { language: 'en', locale: 'en' }, '/p/link')
  expect(page).not.toMatch(/<img|onerror=alert\(1\)>/)
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('Next &quot;service&quot;')
  expect(page).toContain('Nord &amp; Bau')
})

it('shows labels, exact numbers and days in the language of the reader, and nothing that is empty', () => {
  expect(sharedPage(shared, { language: 'en', locale: 'en' }, '/p/link')).toContain(
    '<dd>12,345,678,901,234,567.25</dd>',
  )
  const german = sharedPage(shared, { language: 'de', locale: 'de' }, '/p/link')
  for (const text of ['12.345.678.901.234.567,25', '1. März 2026', '<dd>Nein</dd>', '<dd>In use</dd>'])
    expect(german).toContain(text)
  expect(german).not.toContain('Note')
  const british = sharedPage(shared, { language: 'en', locale: 'en-gb' }, '/p/link')
  for (const text of ['<html lang="en">', '1 March 2026', 'until 24 December 2026'])
    expect(british).toContain(text)
  expect(gonePage('de')).toContain('lang="de"')
})

it('says the currency of an amount with all its digits, that a share is one, and by which clock a moment is told', () => {
  const page = sharedPage(
    {
      ...shared,
      fields: [
        { key: 'budget', label: 'Budget', type: 'money', value: '750000.50', currency: 'EUR', scale: 2 },
        { key: 'bid', label: 'Bid', type: 'money', value: { amount: '12.5', currency: 'USD' } },
        { key: 'plain', label: 'Plain', type: 'money', value: '7' },
        { key: 'odd', label: 'Odd', type: 'money', value: '8', currency: 'euro' },
        { key: 'done', label: 'Done', type: 'percent', value: '45' },
        { key: 'made', label: 'Made', type: 'datetime', value: '2026-11-26T15:36:04.655354+00:00' },
      ],
    },
    { language: 'de', locale: 'de' },
    '/p/link',
  ).replaceAll('\u00a0', ' ')
  for (const text of [
    '750.000,50 €',
    '12,50 $',
    '<dd>7,00</dd>',
    '<dd>8,00</dd>',
    '45 %',
    '26. November 2026 um 15:36 UTC',
  ])
    expect(page).toContain(text)
})

it('says the unit of a number, the parts of an address, and leads where a web address leads', () => {
  const page = sharedPage(
    {
      ...shared,
      fields: [
        { key: 'height', label: 'Height', type: 'decimal', value: '1042.5', unit: 'm', scale: 2 },
        { key: 'hired', label: 'Hired', type: 'duration', value: 9_000 },
        { key: 'care', label: 'Care', type: 'rating', value: 3, most: 4 },
        {
          key: 'yard',
          label: 'Yard',
          type: 'address',
          value: { street: 'Hafenstr. 1', postal_code: '20457', city: 'Hamburg' },
        },
        { key: 'place', label: 'Place', type: 'geo_point', value: { lat: 53.54, lng: 9.98 } },
        { key: 'maker', label: 'Maker', type: 'url', value: 'https://cranes.example/?a=1&b=2' },
        { key: 'trap', label: 'Trap', type: 'url', value: 'javascript:alert(1)' },
      ],
    },
    { language: 'de', locale: 'de' },
    '/p/link',
  )
  for (const text of [
    '<dd>1.042,50 m</dd>',
    '<dd>2 Std. 30 Min.</dd>',
    '<dd>3 von 4</dd>',
    '<dd>Hafenstr. 1, 20457 Hamburg</dd>',
    '<dd>53.54, 9.98</dd>',
    '<a href="https://cranes.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">',
    '<dd>javascript:alert(1)</dd>',
  ])
    expect(page).toContain(text)
})

it('shows pictures in place and files to keep, each at the address of the link', () => {
  const file = { id: 'f-1', name: 'Plan "A".pdf', type: 'application/pdf', size: 81_500 }
  const picture = { id: 'f-2', name: 'Roof.jpg', type: 'image/jpeg', size: 4 }
  const drawing = { id: 'f-3', name: 'Draft.svg', type: 'image/svg+xml', size: 4 }
  const page = sharedPage(
    {
      ...shared,
      fields: [
        { key: 'papers', label: 'Papers', type: 'file', value: [file, drawing] },
        { key: 'photos', label: 'Photos', type: 'image', value: [picture] },
        { key: 'none', label: 'Nothing here', type: 'image', value: [] },
      ],
    },
    { language: 'de', locale: 'de' },
    '/p/link',
  )
  expect(page).toContain('<a href="/p/link/files/f-1">Plan &quot;A&quot;.pdf</a> <small>82 kB</small>')
  expect(page).toContain('<img src="/p/link/files/f-2" alt="Roof.jpg"')
  expect(page).toContain('<a href="/p/link/files/f-3">Draft.svg</a>')
  expect(page).not.toContain('Nothing here')
})

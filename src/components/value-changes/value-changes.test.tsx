// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { currentRegion, setRegion } from '#ui/region.ts'
import { loadLanguage } from '#ui/translate.ts'
import de from '#web/locales/de.json' with { type: 'json' }
import { ValueChanges } from './value-changes.tsx'

const before = currentRegion()
afterEach(async () => {
  cleanup()
  setRegion(before)
  await loadLanguage('en', async () => ({}))
})

type Props = Parameters<typeof ValueChanges>[0]
const draw = (props: Props['props']): string[] => {
  render(<ValueChanges {...({ props, pending: false } as Props)} />)
  return screen.queryAllByRole('definition').map((value) => value.textContent ?? '')
}

it('says each value by its name, before and after', async () => {
  const values = draw({
    before: { role_key: 'viewer', email: null },
    after: { role_key: 'estimator', email: 'a@b.de' },
  })
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Role key', 'Email'])
  expect(values[0]).toContain('viewer')
  expect(values[0]).toContain('estimator')
  expect(values[1]).toContain('empty')
})

it('shows of what is new only what it is, structures in words and never as they are stored', async () => {
  draw({
    before: null,
    after: {
      changes: [
        { kind: 'role', key: 'site' },
        { kind: 'layout', key: 'home' },
      ],
    },
  })
  expect(await screen.findByText(/role/)).toBeTruthy()
  expect(screen.getByRole('definition').textContent).not.toMatch(/[{}"]/)
  expect(screen.queryByLabelText('became')).toBeNull()
})

it('says times as the reader writes them, and keys within structures in words of the language', async () => {
  await loadLanguage('de', async () => de)
  setRegion({ locale: 'de-DE', timeZone: 'Europe/Berlin' })
  draw({
    before: null,
    after: { expires_at: '2026-03-01T08:00:00.000Z', paused: true, access: { role: 'site' } },
  })
  expect(screen.getAllByRole('term').map((term) => term.textContent)[0]).toBe('Läuft ab')
  expect(await screen.findByText(/01\.03\.2026/)).toBeTruthy()
  expect(screen.queryByText(/T08/)).toBeNull()
  expect(await screen.findByText('Rolle')).toBeTruthy()
})

it('says so where nothing was written down', () => {
  draw({ before: null, after: null })
  expect(screen.getByText('No values were written down with it.')).toBeTruthy()
})

// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { setRegion } from '#ui/region.ts'
import { loadLanguage } from '#ui/translate.ts'
import { JsonCell } from './late-cells.tsx'

beforeAll(async () => {
  setRegion({ locale: 'de-DE' })
  await loadLanguage('de', async () => ({
    Reasons: 'Gründe',
    'No answer within ten seconds.': 'Keine Antwort innerhalb von zehn Sekunden.',
  }))
})
afterEach(cleanup)

const value = { name: 'ERP', reasons: [{ message: 'No answer within ten seconds.' }] }
const shown = (system: boolean) =>
  render(<JsonCell value={value} field={{ key: 'after', label: 'After', type: 'json', system } as never} />)
    .container.textContent

it('says reasons the system wrote down in the language of the reader, at any depth', () => {
  expect(shown(true)).toBe('Name ERP, Gründe Keine Antwort innerhalb von zehn Sekunden.')
})

it('shows the data of a workspace as it is', () => {
  expect(shown(false)).toBe('name ERP, reasons (message No answer within ten seconds.)')
})

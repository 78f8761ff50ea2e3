// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createSampleApi } from '#components/gallery/sample/sample-server.ts'
import { listenedApi, drawComponent } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

it('says what amounts are in that another record names the currency of', async () => {
  const known = await createSampleApi().call('GET /api/models/{key}/description', {
    params: { key: 'materials' },
  })
  const inAny = (field: (typeof known.fields)[number]) => ({ ...field, currency_from: 'currency' })
  const body = {
    ...known,
    fields: known.fields.map((field) => (field.key === 'price' ? inAny(field) : field)),
  }
  const { api } = listenedApi(({ name }) =>
    name.includes('/api/models/materials/description') ? { status: 200, body } : null,
  )
  const props = { model: 'materials', id: 'sample-materials-1', fields: ['price'], currency: 'CHF' }
  drawComponent('detail-list', props, { api })
  const label = await screen.findByText('Price')
  expect(label.parentElement?.textContent).toContain('CHF')
  expect(label.parentElement?.textContent).not.toContain('€')
})

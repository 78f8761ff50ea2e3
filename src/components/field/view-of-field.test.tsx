// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createSampleApi } from '../gallery/sample/sample-server.ts'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

it('marks values that are still being worked out, and asks for the record again once they are there', async () => {
  const known = await createSampleApi().call('GET /api/models/{key}/description', {
    params: { key: 'suppliers' },
  })
  const working = {
    ...known,
    fields: known.fields.map((field) => (field.key === 'discount' ? { ...field, pending: true } : field)),
  }
  let pending = true
  const { api, calls } = listenedApi(({ name }) =>
    pending && name.includes('/api/models/suppliers/description') ? { status: 200, body: working } : null,
  )
  drawComponent('detail-list', { model: 'suppliers', id: 'sample-suppliers-1' }, { api })
  expect(await screen.findAllByLabelText('Being worked out anew')).toHaveLength(1)
  const asked = () => calls.filter(({ name }) => name.includes('/api/query')).length
  const before = asked()
  pending = false
  await waitFor(() => expect(screen.queryByLabelText('Being worked out anew')).toBeNull(), { timeout: 6000 })
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
})

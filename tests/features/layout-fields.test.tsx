// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { componentViews } from '#components/views.ts'
import type { Query } from '#contracts/query.ts'
import { Screen } from '#engine/rendering/screen.tsx'
import { EngineAround, fakeApi, fakeServer, rowsByModel } from '../support/fake-engine.tsx'
import { standInForBrowser } from '../support/stand-in-for-browser.ts'
import { stockDocument } from '../support/stock-document.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const draw = (answer: Parameters<typeof fakeServer>[0], search = ''): void => {
  render(
    <EngineAround
      api={fakeApi(fakeServer(answer).fetch)}
      views={componentViews}
      at={`/settings/layout/fields${search}`}
    >
      <Screen document={stockDocument('layout-fields')} params={{}} />
    </EngineAround>,
  )
}

it('keeps the place of the table while the models are on their way', async () => {
  draw(() => new Promise(() => undefined))
  const waiting = await screen.findByText('Loading', {}, { timeout: 15_000 })
  expect(waiting.closest('[aria-busy="true"]')?.children.length).toBeGreaterThan(5)
  expect(screen.queryByText('No models yet')).toBeNull()
  expect(screen.queryByText('Choose a model')).toBeNull()
})

it('says that there are no models, once that is known', async () => {
  draw(rowsByModel({ sys_model: [] }))
  expect(await screen.findByText('No models yet', {}, { timeout: 15_000 })).toBeTruthy()
  expect(screen.queryByText('Loading')).toBeNull()
})

it('lets a model be chosen where the one of the address is not there', async () => {
  const models = [{ id: 'm1', key: 'items', label: 'Items' }]
  draw((_name, body) => {
    const { queries } = body as { queries: Query[] }
    const results = queries.map(({ where }) => ({
      rows: where ? [] : models,
      page: { size: 50, after: null },
    }))
    return { body: { results } }
  }, '?model=gone')
  expect(await screen.findByText('Choose a model', {}, { timeout: 15_000 })).toBeTruthy()
  expect(screen.queryByText('No models yet')).toBeNull()
})

it('says so when the models could not be read', async () => {
  draw(() => ({ status: 500, body: { error: { code: 'internal', message: 'internal' } } }))
  expect(
    (await screen.findAllByText('This could not be read', {}, { timeout: 15_000 })).length,
  ).toBeGreaterThan(0)
})

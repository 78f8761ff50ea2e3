// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Row } from '#contracts/query.ts'
import { Screen } from '#engine/rendering/screen.tsx'
import {
  documentOf,
  EngineAround,
  fakeApi,
  fakeServer,
  rowsByModel,
} from '../../../tests/support/fake-engine.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { describeComponent } from '../definitions.ts'
import { componentViews } from '../views.ts'
import { page } from './page.definition.ts'

standInForBrowser()
afterEach(cleanup)

/** The page of a task with something to read and something to do. */
function draw(rows: Row[]): void {
  const document = documentOf(
    {
      root: {
        component: 'page',
        props: { title: 'Task', record: { '=': 'sources.task.id' } },
        slots: { content: ['facts'], actions: ['remove'] },
      },
      facts: { component: 'text', props: { text: 'Its facts' } },
      remove: { component: 'button', props: { label: 'Delete' } },
    },
    { sources: { task: { model: 'tasks', single: true } } },
    { page: describeComponent(page) },
  )
  const { fetch } = fakeServer(rowsByModel({ tasks: rows }))
  render(
    <EngineAround api={fakeApi(fetch)} views={componentViews}>
      <Screen document={document} />
    </EngineAround>,
  )
}

it('shows nothing of a record that is not there but that it is not', async () => {
  draw([])
  expect(await screen.findByText('This record is not here')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Task' })).toBeTruthy()
  expect(screen.queryByText('Its facts')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

it('shows all of one that is, and does not doubt it while it is on its way', async () => {
  draw([{ id: '1' }])
  expect(await screen.findByText('Its facts')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy()
  expect(screen.queryByText('This record is not here')).toBeNull()
})

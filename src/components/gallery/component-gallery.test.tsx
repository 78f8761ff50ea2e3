// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import { Screen } from '#engine/rendering/screen.tsx'
import { componentDefinitions, definitionOf } from '../definitions.ts'
import { componentViews } from '../views.ts'
import { createSampleApi } from './sample/sample-server.ts'
import { sampleSession } from './sample/sample-session.ts'
import { sampleDocument } from './sample-layout.ts'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

function draw(type: string) {
  const document = sampleDocument(must(definitionOf(type)))
  return render(
    <MemoryRouter>
      <EngineProvider
        views={componentViews}
        api={createSampleApi()}
        session={sampleSession}
        queryClient={createQueryClient()}
      >
        <Screen document={document} />
      </EngineProvider>
    </MemoryRouter>,
  )
}

/** Words that prove the sample drew its data and not only its frame. */
const proof: Record<string, string | RegExp> = {
  page: 'The content of the page.',
  stack: 'Masonry',
  columns: /narrow one holds/,
  'screen-part': 'What is shown of a room.',
  tabs: 'Facts of the record.',
  card: /gate 2/,
  toolbar: 'Export',
  heading: 'Prices and delivery',
  text: /All prices are net/,
  markdown: 'the checklist',
  badge: 'Approved',
  notice: /14 items/,
  'empty-state': 'Add material',
  'data-grid': 'Ready-mix concrete C25/30',
  record: 'Nordkies Betonwerk',
  repeat: 'Holzbau Ahrens',
  'detail-list': 'Nordkies Betonwerk',
  tree: 'Structure',
  stat: '12',
  progress: /62/,
  chart: 'Materials by category',
  timeline: /Anna Brandt/,
  form: 'Create',
  'filter-bar': /Category is Concrete/,
  button: 'Add supplier',
  link: 'All suppliers',
  'link-grid': 'People',
  image: /no picture yet/,
  'file-list': 'Frame agreement 2026.pdf',
  'schema-designer': 'Discount',
  'permission-matrix': /Owner/,
  'grant-matrix': 'Site manager',
  'import-wizard': 'Choose a file',
  'quick-setup-wizard': 'Carpentry',
}

/** What is drawn where a sample has no words. */
const drawn: Record<string, string> = {
  'search-box': 'input',
  // Nobody else is here; who comes is told.
  presence: '[aria-live=polite]',
}

describe('[R-01] every component draws its sample', () => {
  it('has a view for every definition, and none more', () => {
    expect(Object.keys(componentViews).toSorted()).toEqual(
      componentDefinitions.map(({ type }) => type).toSorted(),
    )
  })

  it.each(componentDefinitions.map(({ type }) => type))(
    '%s',
    async (type) => {
      const { container } = draw(type)
      await waitFor(
        () => {
          const words = proof[type]
          if (type in drawn) expect(container.querySelector(must(drawn[type]))).not.toBeNull()
          else if (words !== undefined)
            expect(within(container).getAllByText(words).length).toBeGreaterThan(0)
          else expect(container.textContent).not.toBe('')
        },
        { timeout: 8000 },
      )
      expect(container.textContent).not.toMatch(
        /could not be (read|drawn)|There is no such component|went wrong/i,
      )
      expect(screen.queryByRole('alert')).toBeNull()
    },
    15_000,
  )
})

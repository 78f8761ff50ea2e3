// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import type { ComponentViewProps } from '#engine/registry/component-registry.ts'
import { Screen } from '#engine/rendering/screen.tsx'
import { definitionOf, describeComponent } from '../definitions.ts'
import { documentOf, EngineAround, fakeApi, fakeServer } from '../../../tests/support/fake-engine.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { SearchBox } from './search-box.tsx'

beforeAll(standInForBrowser)
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const Opener = ({ emit }: ComponentViewProps<object>) => (
  <button type="button" onClick={() => void emit('click')}>
    Open
  </button>
)
const Box = ({ slots }: ComponentViewProps<object>) => <div>{Object.values(slots)}</div>
const described = { 'search-box': describeComponent(must(definitionOf('search-box'))) }
const words = (label: string) => ({ component: 'search-box', props: { label, delay: 0 } })
const opens = { click: [{ do: 'open' as const, layout: 'rates', as: 'drawer' as const, params: {} }] }
const page = documentOf(
  {
    root: { component: 'box', slots: { content: ['words', 'opener', 'each'] } },
    words: words('Search the page'),
    opener: { component: 'opener', on: opens },
    each: { ...words('Search a line'), each: { '=': '[1, 2]' } },
  },
  {},
  described,
)
const rates = documentOf(
  { root: { component: 'box', slots: { content: ['words'] } }, words: words('Search rates') },
  { key: 'rates' },
)

function open() {
  const { fetch } = fakeServer((name) =>
    name.endsWith('/components')
      ? { body: Object.values(described) }
      : {
          body: { id: 'stock:rates', origin: 'stock', layout: rates.layout, expressions: rates.expressions },
        },
  )
  render(
    <EngineAround api={fakeApi(fetch)} views={{ box: Box, opener: Opener, 'search-box': SearchBox as never }}>
      <Screen document={page} />
    </EngineAround>,
  )
}

describe('the search box', () => {
  it('finds after a reload what was searched for on the page', async () => {
    open()
    await userEvent.type(screen.getByLabelText('Search the page'), 'brick{Enter}')
    cleanup()
    open()
    expect(screen.getByLabelText<HTMLInputElement>('Search the page').value).toBe('brick')
  })

  it('begins anew in a drawer each time it is opened, whatever the page searches for', async () => {
    open()
    await userEvent.type(screen.getByLabelText('Search the page'), 'brick{Enter}')
    for (const text of ['steel', 'stone']) {
      await userEvent.click(screen.getByRole('button', { name: 'Open', hidden: true }))
      const drawer = await screen.findByRole('dialog')
      const field = await within(drawer).findByLabelText<HTMLInputElement>('Search rates')
      expect(field.value).toBe('')
      await userEvent.type(field, `${text}{Enter}`)
      expect(field.value).toBe(text)
      await userEvent.click(within(drawer).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(screen.getByLabelText<HTMLInputElement>('Search the page').value).toBe('brick')
  })

  it('is not shared by the lines it is drawn for', async () => {
    open()
    await userEvent.type(must(screen.getAllByLabelText('Search a line')[0], 'none'), 'sand{Enter}')
    cleanup()
    open()
    const found = screen.getAllByLabelText<HTMLInputElement>('Search a line')
    expect(found.map(({ value }) => value)).toEqual(['', ''])
  })
})

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { Tabs } from './tabs.tsx'

beforeAll(standInForBrowser)
afterEach(cleanup)

/** Says what the way here asked for. */
function Asked() {
  return <p>{JSON.stringify(useLocation().state)}</p>
}

it('another view of the screen is asked for the same', async () => {
  const state = { 'list:snags': { words: 'door', filters: null } }
  render(
    <MemoryRouter initialEntries={[{ pathname: '/snags', state }]}>
      <Tabs
        id="views"
        props={{
          items: [
            { slot: 'tab1', label: 'Board' },
            { slot: 'tab2', label: 'List' },
          ],
        }}
        slots={{ tab1: <p>The board</p>, tab2: <Asked /> }}
        slot={() => null}
        emit={() => Promise.resolve()}
        has={() => false}
        expose={() => undefined}
        editing={false}
        pending={false}
      />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('tab', { name: 'List' }))
  expect(screen.getByText(JSON.stringify(state))).toBeTruthy()
})

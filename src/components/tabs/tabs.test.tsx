// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
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

it('asks before it puts away a tab with changes that would be lost', async () => {
  render(
    <MemoryRouter>
      <Tabs
        id="parts"
        props={{
          items: [
            { slot: 'tab1', label: 'Fields' },
            { slot: 'tab2', label: 'Form' },
          ],
        }}
        slots={{ tab1: <LeaveGuard when />, tab2: <p>The form</p> }}
        slot={() => null}
        emit={() => Promise.resolve()}
        has={() => false}
        expose={() => undefined}
        editing={false}
        pending={false}
      />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('tab', { name: 'Form' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(screen.getByRole('tab', { name: 'Fields', selected: true })).toBeTruthy()

  await userEvent.click(screen.getByRole('tab', { name: 'Form' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('The form')).toBeTruthy()
})

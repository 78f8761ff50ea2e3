// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, type InitialEntry } from 'react-router-dom'
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

interface Part {
  label: string
  content: ReactNode
}

function draw([first, second]: readonly [Part, Part], at?: InitialEntry): void {
  render(
    <MemoryRouter {...(at && { initialEntries: [at] })}>
      <Tabs
        id="views"
        props={{
          items: [
            { slot: 'tab1', label: first.label },
            { slot: 'tab2', label: second.label },
          ],
        }}
        slots={{ tab1: first.content, tab2: second.content }}
        slot={() => null}
        emit={() => Promise.resolve()}
        has={() => false}
        expose={() => undefined}
        editing={false}
        pending={false}
      />
    </MemoryRouter>,
  )
}

it('another view of the screen is asked for the same', async () => {
  const state = { 'list:snags': { words: 'door', filters: null } }
  const board = { label: 'Board', content: <p>The board</p> }
  draw([board, { label: 'List', content: <Asked /> }], { pathname: '/snags', state })
  await userEvent.click(screen.getByRole('tab', { name: 'List' }))
  expect(screen.getByText(JSON.stringify(state))).toBeTruthy()
})

it('asks before it puts away a tab with changes that would be lost', async () => {
  draw([
    { label: 'Fields', content: <LeaveGuard when /> },
    { label: 'Form', content: <p>The form</p> },
  ])
  await userEvent.click(screen.getByRole('tab', { name: 'Form' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(screen.getByRole('tab', { name: 'Fields', selected: true })).toBeTruthy()

  await userEvent.click(screen.getByRole('tab', { name: 'Form' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('The form')).toBeTruthy()
})

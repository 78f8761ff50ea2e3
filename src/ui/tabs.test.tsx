// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { LinkProvider } from './link.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const items = [
  { id: 'lines', label: 'Lines' },
  { id: 'summary', label: 'Summary' },
  { id: 'history', label: 'History' },
]

function Sample() {
  const [value, setValue] = useState('lines')
  return (
    <Tabs label="Estimate" items={items} value={value} onChange={setValue}>
      Content of {value}
    </Tabs>
  )
}

it('follows the arrow keys around', async () => {
  render(<Sample />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tabpanel', { name: 'History' }).textContent).toBe('Content of history')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'History' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Summary')
})

it('as places they are links drawn the way the application says', () => {
  render(
    <LinkProvider value={({ href, children }) => <a href={`/app${href}`}>{children}</a>}>
      <Tabs label="Estimate" value="lines" items={items.map((item) => ({ ...item, href: `/${item.id}` }))} />
    </LinkProvider>,
  )
  expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe('/app/history')
})

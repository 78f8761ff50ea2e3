// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

const link = {
  id: 'l1',
  fields: ['name'],
  shown: [{ key: 'name', label: 'Name on site', ours: false }],
  status: 'open',
  locked: true,
  created_by: 'u',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2027-01-01T00:00:00Z',
  views: 3,
  viewed_at: '2026-02-01T00:00:00Z',
}
const shown = (fields: object[]) => ({
  workspace: 'W',
  model: 'M',
  title: null,
  expires_at: link.expires_at,
  fields,
})

it('shows links with their views, and what a new one would show before it is made', async () => {
  const { api, calls } = listenedApi(({ name, body }) => {
    if (name.startsWith('GET') && name.endsWith('/shares')) return { status: 200, body: { rows: [link] } }
    if (name.endsWith('/share')) return { status: 201, body: { id: 'l2', url: 'https://x.example/p/secret' } }
    if (!name.endsWith('/share/preview')) return null
    const { fields } = body as { fields: string[] }
    const values = fields.map((key) => ({ key, label: 'Name', type: 'text', value: 'Crane' }))
    return {
      status: 200,
      body: { shareable: [{ key: 'name', label: 'Name', ours: false }], shown: shown(values) },
    }
  })
  drawComponent('share-links', { token: 't1' }, { api })
  expect(await screen.findByText(/3 views/)).toBeDefined()
  expect(screen.getByText(/^Name on site/)).toBeDefined()
  expect(screen.getByText('With password')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Share publicly' }))
  expect(await screen.findByText('Nothing yet. Choose what is shown.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Make link' }).hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Name' }))
  expect(await screen.findByText('Crane')).toBeDefined()
  expect(calls.some(({ name }) => name.endsWith('/share'))).toBe(false)
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'crane on site' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make link' }))
  const code = await screen.findByRole('img', { name: 'QR code of the public link' })
  const kept = screen.getByRole('link', { name: 'Save QR code' })
  expect(calls.find(({ name }) => name.endsWith('/share'))?.body).toMatchObject({ password: 'crane on site' })
  expect(code.getAttribute('src')).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  expect([kept.getAttribute('download'), kept.getAttribute('href')]).toEqual([
    'public-link.svg',
    code.getAttribute('src'),
  ])
})

it('is not there for who may not share', async () => {
  const refused = { status: 403, body: { error: { code: 'forbidden', message: 'No.', requestId: 'r' } } }
  const { api, calls } = listenedApi(() => refused)
  const { container } = drawComponent('share-links', { token: 't1' }, { api })
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  await expect.poll(() => container.textContent).toBe('')
})

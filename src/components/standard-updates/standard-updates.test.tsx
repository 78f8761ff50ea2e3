// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

const refusal = (status: number, message: string) => ({
  status,
  body: { error: { code: status === 403 ? 'forbidden' : 'invalid', message, requestId: 'r' } },
})

it('says when the news could not be read, and asks again when told to', async () => {
  let refused = true
  const { api } = listenedApi(({ name }) =>
    refused && name.endsWith('/standard-models/updates') ? refusal(422, 'Not now.') : null,
  )
  drawComponent('standard-updates', {}, { api })
  expect(await screen.findByText('What is new could not be read')).toBeDefined()
  expect(screen.getByText('Not now.')).toBeDefined()
  refused = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'See what is new' })).toBeDefined()
})

it('is not there for who manages no models', async () => {
  const { api, calls } = listenedApi(() => refusal(403, 'No.'))
  const { container } = drawComponent('standard-updates', {}, { api })
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  await expect.poll(() => container.textContent).toBe('')
})

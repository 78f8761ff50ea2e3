// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawComponent, listenedApi, questionsOf } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

it('offers the records of the moment that is looked at', async () => {
  const past = '2026-03-01T12:00:00Z'
  const { calls, api } = listenedApi()
  drawComponent('filter-bar', { model: 'materials', as_of: past }, { api })
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Supplier/ }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Value' }))
  const asked = () => questionsOf(calls, 'suppliers')
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  expect(asked().map((query) => query.as_of)).toEqual(asked().map(() => past))
})

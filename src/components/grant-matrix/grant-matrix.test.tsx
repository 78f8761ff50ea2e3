// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const open = async (name: string) => {
  const { api, calls } = listenedApi(({ name: call }) =>
    call.startsWith('PUT /api/roles/') ? { status: 200, body: {} } : null,
  )
  drawComponent('grant-matrix', {}, { api })
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return () => calls.find((call) => call.name.startsWith('PUT /api/roles/'))?.body
}

it('what customers may is said model by model, and holds no more than an outsider may have', async () => {
  const sent = await open('Customer')
  const table = await screen.findByRole('table')
  expect(within(table).queryByText('Every other model')).toBeNull()
  expect(within(table).queryByRole('columnheader', { name: 'Delete' })).toBeNull()
  expect(within(table).getByText('2 read, 0 written')).toBeTruthy()
  await userEvent.click(within(table).getByRole('checkbox', { name: 'Suppliers: Read' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save and release' }))
  await waitFor(() => expect(sent()).toBeTruthy())
  expect(sent()).toMatchObject({
    grants: { suppliers: { verbs: ['read'], fields: { read: [], write: [] } } },
  })
  expect(Object.keys(sent() as object)).toEqual(['grants'])
})

it('a rule of a role compares with whoever asks, their record and days from today', async () => {
  await open('Site manager')
  const row = (await screen.findByRole('rowheader', { name: 'Materials' })).closest('tr') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: /In stock|in_stock/ }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Add condition' }))
  const fields = within(dialog).getAllByRole('combobox', { name: 'Field' })
  await userEvent.click(fields.at(-1) as HTMLElement)
  await userEvent.click(await screen.findByRole('option', { name: 'The record itself' }))
  const compared = await within(dialog).findByLabelText('Compared with')
  await userEvent.selectOptions(compared, 'The record that stands for them')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Limit to these' }))
  expect(await within(row).findByText(/the record that stands for the person who asks/)).toBeTruthy()
})

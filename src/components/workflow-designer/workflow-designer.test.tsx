// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const at = '2026-01-05T08:00:00Z'
const id = '0190a3c4-0000-7000-8000-000000000001'
const head = { title: '', when: null, retries: 3 }
const parts = {
  triggers: [
    { kind: 'hook', title: 'Another program calls', icon: 'send', schema: { properties: {} } },
    { kind: 'form', title: 'Somebody fills in a form', icon: 'file', schema: { properties: {} } },
    {
      kind: 'change',
      title: 'A record changes',
      icon: 'table',
      schema: { properties: { where: { title: 'Only records where', control: 'where' } } },
    },
  ],
  steps: [
    {
      kind: 'find',
      title: 'Find records',
      icon: 'search',
      schema: { properties: { where: { title: 'Only records where', control: 'where' } } },
    },
  ],
  commands: [],
}

/** Opens the designer of a workflow; answers the body of a call that was made. */
function open(trigger: object, problems: object[] = []): (name: string) => unknown {
  const workflow = {
    key: 'remind',
    title: 'Remind',
    description: '',
    active: true,
    runs_as: null,
    trigger,
    steps: [{ ...head, id: 'late', kind: 'find', model: 'materials', where: null, sort: [], most: 100 }],
    id,
    version_id: id,
    owner_id: null,
    next_at: null,
    has_hook: true,
    has_secret: false,
    updated_at: at,
  }
  const { api, calls } = listenedApi(({ name }) => {
    if (name === 'PATCH /api/workflows/remind' && problems.length > 0)
      return { status: 422, body: { error: { code: 'invalid', message: 'No.', details: problems } } }
    if (name === 'GET /api/workflow-parts') return { status: 200, body: parts }
    if (name === 'GET /api/workflows/remind' || name === 'PATCH /api/workflows/remind')
      return { status: 200, body: workflow }
    if (name.endsWith('/dry-run'))
      return { status: 200, body: { outcome: 'done', steps: [], acts_as: { name: 'Ann', role: 'owner' } } }
    return null
  })
  drawComponent('workflow-designer', { workflow: 'remind' }, { api })
  return (name) => calls.find((call) => call.name === name)?.body
}

/** Adds a condition about a field: of the step that finds records, or of what begins the workflow. */
async function addCondition(
  field: string,
  compared: string,
  { of = /^Find records/, condition }: { of?: RegExp; condition?: string } = {},
): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: of }))
  await userEvent.click(await screen.findByRole('button', { name: 'Conditions' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Field' }))
  await userEvent.click(await screen.findByRole('option', { name: field }))
  if (condition) await userEvent.selectOptions(within(dialog).getByLabelText('Condition'), condition)
  await userEvent.selectOptions(await within(dialog).findByLabelText('Compared with'), compared)
  return dialog
}

it('a step finds records by what is worked out', async () => {
  const sent = open({ on: 'hook' })
  const dialog = await addCondition('Supplier', 'Worked out')
  await userEvent.click(await within(dialog).findByRole('textbox', { name: 'Worked out' }))
  await userEvent.paste('record.supplier')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take conditions' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save and release' }))
  await waitFor(() => expect(sent('PATCH /api/workflows/remind')).toBeTruthy())
  expect(sent('PATCH /api/workflows/remind')).toMatchObject({
    steps: [{ where: { field: 'supplier', op: 'in', value: [{ '=': 'record.supplier' }] } }],
  })
})

it('what begins it is compared with a day from today', async () => {
  const sent = open({ on: 'change', model: 'materials', kinds: ['updated'], fields: [], where: null })
  const dialog = await addCondition('Priced on', 'Days from today', {
    of: /^A record changes/,
    condition: 'is before',
  })
  const choices = within(within(dialog).getByLabelText('Compared with')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['A fixed value', 'Today', 'Days from today'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take conditions' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save and release' }))
  await waitFor(() =>
    expect(sent('PATCH /api/workflows/remind')).toMatchObject({
      trigger: { where: { value: { '=': 'dateAdd(today(), -30, "day")' } } },
    }),
  )
})

it('everything that is wrong with a step is said', async () => {
  open({ on: 'hook' }, [
    { path: 'steps.0.model', code: 'unknown_model', message: 'There is no such model.' },
    { path: 'steps.0.where', code: 'unknown_field', message: 'There is no such field.' },
  ])
  await userEvent.click(await screen.findByRole('switch', { name: 'Switched on' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save and release' }))
  await userEvent.click(
    await screen.findByRole('button', { name: /There is no such model. There is no such field./ }),
  )
  const said = within(await screen.findByRole('alert')).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'There is no such model.',
    'There is no such field.',
  ])
  // The mark goes with the change that may have mended it.
  await userEvent.type(screen.getByLabelText('Title'), 'Late')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a dry run is told what the other program would send', async () => {
  const sent = open({ on: 'hook' })
  await userEvent.click(await screen.findByRole('button', { name: 'Dry run' }))
  const dialog = await screen.findByRole('dialog')
  const body = within(dialog).getByLabelText('What was sent')
  await userEvent.clear(body)
  await userEvent.paste('{"order": 7}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Run dry' }))
  await waitFor(() =>
    expect(sent('POST /api/workflows/remind/dry-run')).toMatchObject({ body: { order: 7 } }),
  )
  expect(await within(dialog).findByText('It would go through, as Ann (Owner).')).toBeTruthy()
})

it('a box of a form that was not ticked says no', async () => {
  const question = { key: 'urgent', label: 'Urgent', type: 'boolean', required: true, options: [] }
  const { api, calls } = listenedApi(({ name }) => {
    if (name.startsWith('GET /api/workflow-starts'))
      return {
        status: 200,
        body: {
          rows: [{ key: 'ask', title: 'Ask for a crane', description: '', model: null, fields: [question] }],
          page: { size: 1, after: null },
        },
      }
    return name.startsWith('POST ') && name.endsWith('/runs') ? { status: 201, body: { id } } : null
  })
  drawComponent('workflow-start', {}, { api })
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for a crane' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /api/workflows/ask/runs')?.body).toMatchObject({
      input: { urgent: false },
    }),
  )
})

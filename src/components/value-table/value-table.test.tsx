// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#engine/data/api-error.ts'
import { loadLanguage } from '#ui/translate.ts'
import { ValueTable } from './value-table.tsx'

afterEach(cleanup)

type Props = Parameters<typeof ValueTable>[0]

const columns = [
  { key: 'title', label: 'Line', kind: 'text' },
  { key: 'done', label: 'Done', kind: 'percent' },
  { key: 'finish', label: 'Finish', kind: 'day' },
  { key: 'more', label: 'Done today', kind: 'entry' },
]
const draw = (rows: object[], emit = vi.fn<Props['emit']>(async () => undefined)) => {
  const props = { label: 'Lines', rows, columns, limit: 100, enters: true }
  const view = { props, emit, has: () => true, pending: false } as unknown as Props
  return { emit, ...render(<ValueTable {...view} />), view }
}

it('takes a number by Enter, goes on to the next row, and empties a field once its row has it', () => {
  const wall = { title: 'Wall', done: '40', finish: '2026-05-10' }
  const slab = { title: 'Slab', done: '0', finish: '2026-05-12' }
  const { emit, rerender, view } = draw([wall, slab])
  const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name })
  const first = field('Done today: Wall')
  fireEvent.focus(first)
  fireEvent.change(first, { target: { value: '12.5' } })
  fireEvent.submit(first)
  expect(emit).toHaveBeenCalledWith('entered', { row: wall, index: 0, key: 'more', value: '12.5' })
  expect(document.activeElement).toBe(field('Done today: Slab'))
  expect(field('Done today: Wall').value).toContain('12.5')
  rerender(<ValueTable {...view} props={{ ...view.props, rows: [{ ...wall, done: '52.5' }, slab] }} />)
  expect(field('Done today: Wall').value).toBe('')
  expect(within(screen.getByRole('row', { name: /Wall/ })).getByText('52.5')).toBeTruthy()
})

it('shows a number with no more digits than its column wants, and all of them on the hover', () => {
  const props = {
    label: 'Lines',
    rows: [{ cpi: '0.9847' }],
    columns: [{ key: 'cpi', label: 'CPI', kind: 'number', max_digits: 2 }],
    limit: 100,
  }
  render(<ValueTable {...({ props, emit: vi.fn(), has: () => false } as unknown as Props)} />)
  expect(screen.getByText('0.98').title).toBe('0.9847')
})

it('marks a number that could not be sent in its field, until it is', async () => {
  const wall = { title: 'Wall' }
  const failed = vi.fn<Props['emit']>(async () => new ApiError(0, 'unreachable', 'No connection'))
  const { view, rerender } = draw([wall], failed)
  const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Done today: Wall' })
  fireEvent.change(field(), { target: { value: '7' } })
  fireEvent.submit(field())
  const note = await screen.findByText('Not sent yet. Press Enter to send it.')
  expect(field().getAttribute('aria-describedby')).toBe(note.id)
  const sent = vi.fn<Props['emit']>(async () => undefined)
  rerender(<ValueTable {...view} emit={sent} />)
  fireEvent.submit(field())
  expect(sent).toHaveBeenCalledWith('entered', { row: wall, index: 0, key: 'more', value: '7' })
  await waitFor(() => expect(screen.queryByText(/^Not sent yet/)).toBeNull())
  // What was refused is something else: it was sent.
  rerender(<ValueTable {...view} emit={async () => new ApiError(422, 'invalid', 'Too much')} />)
  fireEvent.submit(field())
  await waitFor(() => expect(screen.queryByText(/^Not sent yet/)).toBeNull())
})

it('takes nothing that is no number', () => {
  const { emit } = draw([{ title: 'Wall' }])
  const field = screen.getByRole('textbox', { name: 'Done today: Wall' })
  fireEvent.change(field, { target: { value: 'twelve' } })
  fireEvent.submit(field)
  expect(emit).not.toHaveBeenCalled()
})

it('says more of a value quietly below it, where there is more', () => {
  const props = {
    label: 'Lines',
    rows: [{ title: 'Wall', how: '4 m² × €10' }, { title: 'Masonry' }],
    columns: [{ key: 'title', label: 'Line', kind: 'text', note: 'how' }],
    limit: 100,
  }
  render(
    <ValueTable {...({ props, emit: vi.fn(), expose: vi.fn(), has: () => false } as unknown as Props)} />,
  )
  expect(screen.getByRole('cell', { name: /^Wall ?4 m² × €10$/ })).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Masonry' })).toBeTruthy()
})

it('writes a unit as the reader writes it', async () => {
  await loadLanguage('de', async () => ({ pcs: 'Stk' }))
  const units = [{ key: 'unit', label: 'Einheit', kind: 'unit' }]
  const props = { label: 'Lines', rows: [{ unit: 'pcs' }, { unit: 'm2' }], columns: units, limit: 100 }
  const view = { props, emit: vi.fn(), has: () => false, pending: false } as unknown as Props
  render(<ValueTable {...view} />)
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Stk', 'm²'])
  await loadLanguage('en', async () => ({}))
})

it('leaves columns to be typed in out where nothing may be entered', () => {
  const { view, rerender } = draw([{ title: 'Wall', done: '40' }])
  rerender(<ValueTable {...view} props={{ ...view.props, enters: false }} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('Done today')).toBeNull()
  expect(screen.getByText('Wall')).toBeTruthy()
})

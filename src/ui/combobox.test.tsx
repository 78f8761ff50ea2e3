// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ComponentProps } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import { filterOptions } from './use-options.ts'

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined
      unobserve = (): void => undefined
      disconnect = (): void => undefined
    },
  )
  Element.prototype.scrollIntoView = (): void => undefined
})

afterEach(cleanup)

const options = [
  { value: '1', label: 'Beton C25/30', detail: '013' },
  { value: '2', label: 'Bewehrung B500B', detail: '013' },
  { value: '3', label: 'Mörtel', detail: '012' },
]

type SampleProps = Partial<ComponentProps<typeof Combobox>>

function Sample(props: SampleProps) {
  const [value, setValue] = useState('')
  return <Combobox label="Material" options={options} {...props} value={value} onChange={setValue} />
}

const field = (): HTMLInputElement => screen.getByRole('combobox')
const lines = (): (string | null)[] => screen.queryAllByRole('option').map((line) => line.textContent)

it('finds words in any order, without case or accents, also in the detail', () => {
  const labels = (query: string): string[] => filterOptions(options, query).map((option) => option.label)
  expect(labels('mortel')).toEqual(['Mörtel'])
  expect(labels('c25 BET')).toEqual(['Beton C25/30'])
  expect(labels('013')).toEqual(['Beton C25/30', 'Bewehrung B500B'])
  expect(labels('')).toHaveLength(3)
})

it('chooses by keyboard', async () => {
  render(<Sample />)
  await userEvent.type(field(), 'be')
  await waitFor(() => expect(lines()).toEqual(['Beton C25/30013', 'Bewehrung B500B013']))
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(field().value).toBe('Bewehrung B500B')
  expect(lines()).toEqual([])
})

it('Escape leaves the choice as it was', async () => {
  render(<Sample />)
  await userEvent.type(field(), 'mö{Enter}')
  expect(field().value).toBe('Mörtel')
  await userEvent.type(field(), 'xyz')
  await screen.findByText('Nothing found')
  await userEvent.keyboard('{Escape}')
  expect(field().value).toBe('Mörtel')
})

it('asks for options, shows a late answer only for the last question, and can ask again', async () => {
  const answers: ((found: typeof options) => void)[] = []
  const search = vi.fn(
    (query: string) =>
      new Promise<typeof options>((resolve, reject) => {
        if (query === 'fail') reject(new Error('offline'))
        else answers.push(resolve)
      }),
  )
  render(<Sample options={undefined} search={search} />)
  await userEvent.type(field(), 'a')
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('a'))
  await userEvent.type(field(), 'b')
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('ab'))
  answers.at(-1)?.([{ value: '9', label: 'Second', detail: '' }])
  await screen.findByText('Second')
  answers[0]?.([{ value: '8', label: 'First', detail: '' }])
  await Promise.resolve()
  expect(lines()).toEqual(['Second'])
  await userEvent.clear(field())
  await userEvent.type(field(), 'fail')
  await userEvent.click(await screen.findByText('Try again'))
  await waitFor(() => expect(search.mock.calls.filter(([query]) => query === 'fail')).toHaveLength(2))
})

it('Enter before the answer takes the first of what was typed, not of what stood there', async () => {
  const search = (query: string): Promise<typeof options> =>
    Promise.resolve([...filterOptions(options, query)] as typeof options)
  render(<Sample options={undefined} search={search} />)
  await userEvent.click(field())
  await waitFor(() => expect(lines()).toHaveLength(3))
  await userEvent.type(field(), 'mö{Enter}')
  await waitFor(() => expect(field().value).toBe('Mörtel'))
  expect(lines()).toEqual([])
})

it('offers to make what is not there', async () => {
  const onCreate = vi.fn()
  render(<Sample onCreate={onCreate} />)
  await userEvent.type(field(), ' Kies ')
  await userEvent.click(await screen.findByText('Create “Kies”'))
  expect(onCreate).toHaveBeenCalledWith('Kies')
})

it('says why the list could not be read where there is no connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Sample options={undefined} search={() => Promise.reject(new Error('offline'))} />)
  await userEvent.click(field())
  expect(await screen.findByText(/^There is no connection, and this device has no copy/)).toBeDefined()
  online.mockRestore()
})

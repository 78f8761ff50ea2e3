// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { DateField } from './date-field.tsx'
import { setRegion } from './region.ts'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined
      unobserve = (): void => undefined
      disconnect = (): void => undefined
    },
  )
  setRegion({ locale: 'en-GB', timeZone: 'UTC' })
})
afterEach(cleanup)

function Sample({ onChange }: { onChange: (day: string) => void }) {
  const [value, setValue] = useState('2026-03-18')
  const change = (day: string): void => {
    setValue(day)
    onChange(day)
  }
  return <DateField label="Valid until" min="2026-03-01" value={value} onChange={change} />
}

it('takes a typed day and refuses one that is closed', async () => {
  const onChange = vi.fn()
  render(<Sample onChange={onChange} />)
  const input = screen.getByLabelText('Valid until')
  await userEvent.clear(input)
  await userEvent.type(input, '5/4/26')
  expect(onChange).toHaveBeenLastCalledWith('2026-04-05')
  await userEvent.tab()
  expect(input).toHaveProperty('value', '5 Apr 2026')
  onChange.mockClear()
  await userEvent.clear(input)
  await userEvent.type(input, '5/2/2026')
  expect(onChange).not.toHaveBeenCalledWith('2026-02-05')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('opens the calendar on the day, moves by keys and takes one', async () => {
  const onChange = vi.fn()
  render(<Sample onChange={onChange} />)
  await userEvent.click(screen.getByLabelText('Valid until'))
  await userEvent.keyboard('{ArrowDown}')
  const day = await screen.findByRole('button', { name: '18 March 2026' })
  await waitFor(() => expect(document.activeElement).toBe(day))
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-03-25'))
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('2026-03-25')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Valid until'))
})

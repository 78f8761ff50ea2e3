// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { NumberField } from './number-field.tsx'
import { setRegion } from './region.ts'

afterEach(() => {
  cleanup()
  setRegion({ locale: 'en' })
})

function Sample({ start, onChange }: { start: string; onChange?: (value: string) => void }) {
  const [value, setValue] = useState(start)
  const change = (next: string): void => {
    setValue(next)
    onChange?.(next)
  }
  return (
    <>
      <NumberField label="Quantity" unit="m³" step="0.1" value={value} onChange={change} />
      <button type="button" onClick={() => setValue('7')}>
        Reset
      </button>
    </>
  )
}

const field = (): HTMLInputElement => screen.getByLabelText('Quantity')

it('shows grouped, edits plain, in the marks of the reader', async () => {
  setRegion({ locale: 'de' })
  render(<Sample start="12345678901234567890.5" />)
  expect(field().value).toBe('12.345.678.901.234.567.890,5')
  await userEvent.click(field())
  expect(field().value).toBe('12345678901234567890,5')
  await userEvent.tab()
  expect(field().value).toBe('12.345.678.901.234.567.890,5')
})

it('gives decimal texts, never rounded by a float', async () => {
  const onChange = vi.fn()
  render(<Sample start="" onChange={onChange} />)
  await userEvent.type(field(), '0.100000000000000005')
  expect(onChange).toHaveBeenLastCalledWith('0.100000000000000005')
  await userEvent.clear(field())
  expect(onChange).toHaveBeenLastCalledWith('')
})

it('keeps what is no number with its error, and keeps the value', async () => {
  const onChange = vi.fn()
  render(<Sample start="5" onChange={onChange} />)
  await userEvent.type(field(), 'x')
  await userEvent.tab()
  expect(field().value).toBe('5x')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter a number, like 1,234.50.')).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
})

it('a value from elsewhere replaces what was written', async () => {
  render(<Sample start="5" />)
  await userEvent.type(field(), 'x')
  await userEvent.click(screen.getByText('Reset'))
  expect(field().value).toBe('7')
})

it('steps exactly with the arrow keys', async () => {
  const onChange = vi.fn()
  render(<Sample start="0.2" onChange={onChange} />)
  await userEvent.click(field())
  await userEvent.keyboard('{ArrowUp}')
  expect(onChange).toHaveBeenLastCalledWith('0.3')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(onChange).toHaveBeenLastCalledWith('0.1')
})

it('begins with what was typed before it was drawn, also where that is no number yet', async () => {
  const onChange = vi.fn()
  render(<NumberField label="Quantity" typed="-" value="12.5" onChange={onChange} />)
  await userEvent.click(field())
  expect(field().value).toBe('-')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await userEvent.keyboard('4')
  expect(onChange).toHaveBeenLastCalledWith('-4')
})

// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

const noChange = (): void => undefined

it('ties label, error and help to the control', () => {
  render(
    <TextField label="Margin" help="In percent" error="Must be under 100" value="140" onChange={noChange} />,
  )
  const input = screen.getByLabelText('Margin')
  const words = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(words).toEqual(['Must be under 100', 'In percent'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('keeps a hidden label for screen readers', () => {
  render(<TextField label="Search lines" hideLabel type="search" value="" onChange={noChange} />)
  expect(screen.getByRole('searchbox', { name: 'Search lines' })).toBeDefined()
})

it('the summary takes the focus and leads to the field', async () => {
  render(
    <>
      <ErrorSummary errors={[{ fieldId: 'margin', message: 'Margin must be under 100' }]} />
      <TextField id="margin" label="Margin" value="" onChange={noChange} />
    </>,
  )
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await userEvent.click(screen.getByText('Margin must be under 100'))
  expect(document.activeElement).toBe(screen.getByLabelText('Margin'))
})

it('the summary leads to a field that comes later', async () => {
  const errors = [{ fieldId: 'margin', message: 'Margin must be under 100' }]
  const { rerender } = render(<ErrorSummary errors={errors} />)
  await userEvent.click(screen.getByText('Margin must be under 100'))
  rerender(
    <>
      <ErrorSummary errors={errors} />
      <TextField id="margin" label="Margin" value="" onChange={noChange} />
    </>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Margin')))
})

it('a loading button keeps the focus and takes no second click', async () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Save estimate</Button>)
  const button = screen.getByRole('button', { name: 'Save estimate' })
  await userEvent.click(button)
  rerender(
    <Button loading onClick={onClick}>
      Save estimate
    </Button>,
  )
  await userEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(button)
})

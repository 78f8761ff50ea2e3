// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FormulaInput } from './formula-input.tsx'

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => undefined
afterEach(cleanup)

const names = [{ name: 'height', label: 'Height', type: 'number' as const }]

function Formula({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  return <FormulaInput label="Formula" value={value} onChange={setValue} names={names} />
}

it('stands after the name that was taken before the next key can come', () => {
  render(<Formula start="* 2" />)
  const input = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Formula' })
  fireEvent.change(input, { target: { value: 'hei * 2', selectionStart: 3, selectionEnd: 3 } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect([input.value, input.selectionStart]).toEqual(['height * 2', 6])
})

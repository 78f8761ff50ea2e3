// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PersonCell } from './cells.tsx'

afterEach(cleanup)

const field = { key: 'asked_by', label: 'Asked by', type: 'user', target_title: 'name' } as never

it('says somebody where a person has left the workspace, never the key of the record', () => {
  const person = '87f46cbe-33a6-4a66-ab2a-449708fdd5d0'
  render(<PersonCell value={person} field={field} row={{ asked_by: person, 'asked_by.name': null }} />)
  expect(screen.getByText('Somebody')).toBeDefined()
  expect(screen.queryByText(/87f4/)).toBeNull()
})

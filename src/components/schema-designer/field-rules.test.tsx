// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Field } from '#contracts/field.ts'
import { FieldRules } from './field-rules.tsx'

function Rules({ field, others }: { field: Field; others: readonly Field[] }) {
  const [now, setNow] = useState(field)
  return (
    <FieldRules
      field={now}
      others={others}
      set={(change) => setNow((before) => ({ ...before, ...change }))}
    />
  )
}

it('a rule whose condition is not written yet stays when another one is begun', () => {
  const field: Field = { key: 'defect', label: 'Defect', type: 'text' }
  const others: Field[] = [{ key: 'state', label: 'State', type: 'text' }]
  render(<Rules field={field} others={others} />)
  const choose = (name: string, value: string): unknown =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
  choose('Required', 'when')
  choose('Shown', 'when')
  choose('Can be changed', 'unless')
  const read = ['Required', 'Shown', 'Can be changed'].map(
    (name) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value,
  )
  expect(read).toEqual(['when', 'when', 'unless'])
  choose('Shown', 'always')
  expect(screen.queryByRole('group', { name: 'Shown when' })).toBeNull()
  expect(screen.queryByRole('group', { name: 'Required when' })).not.toBeNull()
  expect(screen.getAllByText('Add a condition: without one the rule cannot be saved.')).toHaveLength(2)
})

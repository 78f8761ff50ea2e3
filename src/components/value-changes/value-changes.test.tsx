// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ValueChanges } from './value-changes.tsx'

afterEach(cleanup)

type Props = Parameters<typeof ValueChanges>[0]
const draw = (props: Props['props']): string[] => {
  render(<ValueChanges {...({ props, pending: false } as Props)} />)
  return screen.queryAllByRole('definition').map((value) => value.textContent ?? '')
}

it('says each value by its name, before and after', async () => {
  const values = draw({
    before: { role_key: 'viewer', email: null },
    after: { role_key: 'estimator', email: 'a@b.de' },
  })
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Role key', 'Email'])
  expect(values[0]).toContain('viewer')
  expect(values[0]).toContain('estimator')
  expect(values[1]).toContain('empty')
})

it('shows of what is new only what it is, structures in words and never as they are stored', async () => {
  draw({
    before: null,
    after: {
      changes: [
        { kind: 'role', key: 'site' },
        { kind: 'layout', key: 'home' },
      ],
    },
  })
  expect(await screen.findByText(/role/)).toBeTruthy()
  expect(screen.getByRole('definition').textContent).not.toMatch(/[{}"]/)
  expect(screen.queryByLabelText('became')).toBeNull()
})

it('says so where nothing was written down', () => {
  draw({ before: null, after: null })
  expect(screen.getByText('No values were written down with it.')).toBeTruthy()
})

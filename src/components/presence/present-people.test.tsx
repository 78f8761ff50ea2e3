// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PresentPeople } from './present-people.tsx'

afterEach(cleanup)

const someone = (name: string, more = {}) => ({ id: name, name, record: null, field: null, ...more })

describe('who is here', () => {
  it('shows each person once, the rest as a number, and says politely who came and went', () => {
    const view = render(<PresentPeople people={[]} />)
    expect(screen.queryByRole('list')).toBeNull()
    const people = ['Anna Berg', 'Ben Cole', 'Cem Demir', 'Dana Ek', 'Eva Falk'].map((name) => someone(name))
    view.rerender(<PresentPeople people={[...people, someone('Anna Berg', { record: 'b' })]} />)
    const list = screen.getByRole('list', { name: 'Also here' })
    expect(
      within(list)
        .getAllByRole('img')
        .map((face) => face.getAttribute('aria-label')),
    ).toEqual(['Anna Berg', 'Ben Cole', 'Cem Demir'])
    expect(list.textContent).toContain('+2')
    const news = view.container.querySelector('[aria-live=polite]')
    expect(news?.textContent).toContain('Anna Berg is here')
    view.rerender(<PresentPeople people={people.slice(1)} />)
    expect(news?.textContent).toBe('Anna Berg has left')
  })
})

// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Icon, loadMoreIcons } from './icon.tsx'
import { coreIcons } from './icons/core-icons.ts'
import { iconNames } from './icons/icon-names.ts'
import { moreIcons } from './icons/more-icons.ts'

afterEach(cleanup)

const svg = (root: HTMLElement): SVGElement | null => root.querySelector('svg')

it('every name has exactly one drawing', () => {
  expect([...Object.keys(coreIcons), ...Object.keys(moreIcons)].toSorted()).toEqual([...iconNames].toSorted())
})

it('draws core icons at once', () => {
  const { container } = render(<Icon name="search" />)
  expect(svg(container)?.classList.contains('lucide-search')).toBe(true)
})

it('keeps the place of an icon on its way, then draws it; an unknown name is a square', async () => {
  const { container } = render(<Icon name="crane or so" size={20} />)
  expect(svg(container)?.getAttribute('width')).toBe('20')
  await loadMoreIcons()
  await waitFor(() => expect(svg(container)?.classList.contains('lucide-square')).toBe(true))
  const known = render(<Icon name="calculator" />)
  expect(svg(known.container)?.classList.contains('lucide-calculator')).toBe(true)
})

it.each(['constructor', '__proto__', 'toString'])('the name %s is only unknown', async (name) => {
  await loadMoreIcons()
  const { container } = render(<Icon name={name} />)
  expect(svg(container)?.classList.contains('lucide-square')).toBe(true)
})

it('is hidden from screen readers unless it has a label', () => {
  const { container } = render(<Icon name="check" />)
  expect(svg(container)?.getAttribute('aria-hidden')).toBe('true')
  const named = render(<Icon name="check" label="Priced" />)
  expect(named.getByRole('img', { name: 'Priced' })).toBeDefined()
})

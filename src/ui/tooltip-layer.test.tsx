// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { must } from '#base/assert.ts'
import { TOOLTIP_DELAY, TOOLTIP_SKIP, tooltip } from './tooltip.ts'
import { TooltipLayer } from './tooltip-layer.tsx'

const wait = (ms: number): void => {
  act(() => void vi.advanceTimersByTime(ms))
}
const at = (name: string): HTMLElement =>
  must(document.querySelector<HTMLElement>(`[data-tooltip="${name}"]`))
const shown = (): string | undefined => screen.queryByRole('tooltip')?.textContent ?? undefined

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <button type="button" {...tooltip('First')}>
        1
      </button>
      <button type="button" {...tooltip('Second')}>
        2
      </button>
      <p>Elsewhere</p>
      <TooltipLayer />
    </>,
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('[K-08] the delay is 700 ms and the skip delay 300 ms', () => {
  expect([TOOLTIP_DELAY, TOOLTIP_SKIP]).toEqual([700, 300])
})

it('[K-08] shows after the pointer has rested 700 ms, not before', () => {
  fireEvent.pointerOver(at('First'))
  wait(699)
  expect(shown()).toBeUndefined()
  wait(1)
  expect(shown()).toBe('First')
})

it('[K-08] shows the next at once within 300 ms of the last, and waits again after that', () => {
  fireEvent.pointerOver(at('First'))
  wait(700)
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  wait(100)
  expect(shown()).toBeUndefined()
  wait(299)
  fireEvent.pointerOver(at('Second'))
  wait(0)
  expect(shown()).toBe('Second')
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  wait(100 + 301)
  fireEvent.pointerOver(at('First'))
  wait(699)
  expect(shown()).toBeUndefined()
  wait(1)
  expect(shown()).toBe('First')
})

it('never shows when the pointer leaves before', () => {
  fireEvent.pointerOver(at('First'))
  wait(600)
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  wait(2000)
  expect(shown()).toBeUndefined()
})

it('stays while the pointer is on the tooltip itself', () => {
  fireEvent.pointerOver(at('First'))
  wait(700)
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  wait(50)
  fireEvent.pointerOver(screen.getByRole('tooltip'))
  wait(5000)
  expect(shown()).toBe('First')
})

it('closes by Escape, which then closes nothing else', () => {
  const below = vi.fn()
  document.addEventListener('keydown', below)
  fireEvent.pointerOver(at('First'))
  wait(700)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(shown()).toBeUndefined()
  expect(below).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(below).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', below)
})

it('never opens by touch, and keeps quiet over what was pressed', () => {
  const touch = new MouseEvent('pointerover', { bubbles: true })
  Object.assign(touch, { pointerType: 'touch' })
  fireEvent(at('First'), touch)
  wait(1000)
  expect(shown()).toBeUndefined()
  fireEvent.pointerDown(at('First'))
  fireEvent.pointerOver(at('First'))
  wait(1000)
  expect(shown()).toBeUndefined()
})

it('describes its target while it shows', () => {
  fireEvent.pointerOver(at('First'))
  wait(700)
  expect(at('First').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  fireEvent.pointerDown(at('First'))
  expect(at('First').hasAttribute('aria-describedby')).toBe(false)
})

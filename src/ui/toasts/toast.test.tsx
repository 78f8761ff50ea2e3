// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toast, TOAST_DURATION, TOAST_LIMIT, TOAST_SWIPE } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})

beforeEach(() => {
  render(<Toaster />)
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  const { toast: sonner } = await import('sonner')
  sonner.dismiss()
})

const shown = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')]

it('[K-08] at most three, 4000 ms, 45 px; the swipe is what sonner does', () => {
  expect([TOAST_LIMIT, TOAST_DURATION, TOAST_SWIPE]).toEqual([3, 4000, 45])
  const source = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8')
  expect(/SWIPE_THRESHOLD = (\d+)/.exec(source)?.[1]).toBe(String(TOAST_SWIPE))
})

it.each(['success', 'info', 'warning', 'error', 'loading'] as const)('[U-08] shows %s', async (kind) => {
  toast[kind](`A ${kind} toast`)
  await screen.findByText(`A ${kind} toast`)
  expect(shown().find((element) => element.textContent?.includes(kind))?.dataset['type']).toBe(kind)
})

it('[U-08] keeps toasts of the time before the surface has loaded, in order', async () => {
  toast.info('One')
  toast.info('Two')
  await screen.findByText('Two')
  // The newest stands first.
  expect(shown().map((element) => element.textContent)).toEqual(['Two', 'One'])
})

it('[K-08] shows three of four', async () => {
  for (const text of ['a', 'b', 'c', 'd']) toast.info(text)
  await screen.findByText('d')
  await waitFor(() => expect(shown()).toHaveLength(4))
  expect(shown().filter((element) => element.dataset['visible'] === 'true')).toHaveLength(3)
})

it('[K-08] goes after 4000 ms, a loading one stays', async () => {
  toast.info('Warm-up')
  await screen.findByText('Warm-up')
  vi.useFakeTimers()
  toast.success('Saved')
  toast.loading('Working')
  act(() => vi.advanceTimersByTime(3900))
  expect(screen.queryByText('Saved')).not.toBeNull()
  act(() => vi.advanceTimersByTime(1000))
  expect(screen.queryByText('Saved')).toBeNull()
  expect(screen.queryByText('Working')).not.toBeNull()
})

it('[U-08] a tracked job says how far it is and turns into its outcome', async () => {
  let finish: ((count: number) => void) | undefined
  const job = toast.track<number>(
    (report) => {
      queueMicrotask(() => report(1200, 4000))
      return new Promise((resolve) => {
        finish = resolve
      })
    },
    { loading: 'Importing prices', success: (count) => `${count} prices imported`, error: 'Import failed' },
  )
  await screen.findByText('1,200 of 4,000')
  finish?.(4000)
  await expect(job).resolves.toBe(4000)
  await screen.findByText('4000 prices imported')
  expect(screen.queryByText('Importing prices')).toBeNull()
  expect(screen.queryByText('1,200 of 4,000')).toBeNull()
})

it('[U-08] a failed job says so with its request id, and the failure reaches the caller', async () => {
  const job = toast.track(Promise.reject(new Error('503')), {
    loading: 'Saving',
    success: 'Saved',
    error: () => ({ text: 'The estimate could not be saved', requestId: 'req-1' }),
  })
  await expect(job).rejects.toThrow('503')
  await screen.findByText('The estimate could not be saved')
  expect(screen.getByText('req-1')).toBeDefined()
})

it('shows text as text', async () => {
  toast.error('<img src=x onerror=alert(1)>')
  await screen.findByText('<img src=x onerror=alert(1)>')
})

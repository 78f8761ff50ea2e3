// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '#contracts/query.ts'
import { EngineAround, fakeApi, fakeServer, rowsByModel } from '../../../tests/support/fake-engine.tsx'
import { useSavedViews } from './use-saved-views.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const view = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  title: id,
  shared: true,
  default_for: [],
  base_id: null,
  settings: {},
  ...more,
})

/** The view a member sees of a list with these views, who chose one in this browser before, or none. */
async function seen(rows: Row[], remembered?: string): Promise<string | null> {
  if (remembered !== undefined) localStorage.setItem('view:list', remembered)
  const api = fakeApi(fakeServer(rowsByModel({ sys_view: rows })).fetch)
  const { result } = renderHook(() => useSavedViews('list', 'notes'), {
    wrapper: ({ children }) => <EngineAround api={api}>{children}</EngineAround>,
  })
  await waitFor(() => expect(result.current.isKnown).toBe(true))
  return result.current.current?.id ?? null
}

describe('the view a reader sees', () => {
  const ours = view('ours')
  const begin = view('begin', { default_for: ['member'] })
  const mine = view('mine', { shared: false, base_id: 'ours' })

  it('is where the role begins, until another one or none is chosen', async () => {
    expect(await seen([ours, begin])).toBe('begin')
    expect(await seen([ours, begin], 'ours')).toBe('ours')
    expect(await seen([ours, begin], '')).toBeNull()
  })

  it('is one’s own where that stands over what is chosen or begun with', async () => {
    expect(await seen([ours, begin, mine], 'ours')).toBe('mine')
    expect(await seen([begin, view('short', { shared: false, base_id: 'begin' })], 'begin')).toBe('short')
  })

  it('once the chosen one is gone, is what stood over it, else where the role begins', async () => {
    expect(await seen([begin, mine], 'ours')).toBe('mine')
    expect(await seen([begin], 'ours')).toBe('begin')
    expect(await seen([view('other')], 'ours')).toBeNull()
  })
})

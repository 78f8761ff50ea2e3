// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Query, QueryResult } from '#contracts/query.ts'
import { EngineContext, type Engine } from '#engine/engine-context.tsx'
import { useElementRows } from './use-element-rows.ts'

afterEach(cleanup)

it('keeps why elements could not be read, and reads them when it is tried again', async () => {
  let isDown = true
  const ask = async ({ page }: Query): Promise<QueryResult> => {
    if (isDown) throw new Error('down')
    return { rows: [{ id: 'e1' }], page: { size: page?.size ?? 50, after: null } }
  }
  const engine = { ask } as unknown as Engine
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EngineContext value={engine}>{children}</EngineContext>
  )
  const wanted = { model: 'elements', of: 'version', fields: ['id'] }
  const records = ['v1']
  const { result } = renderHook(() => useElementRows(wanted, records), { wrapper })
  await waitFor(() => expect(result.current.error?.message).toBe('down'))
  expect(result.current.byId.size).toBe(0)
  isDown = false
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.byId.has('e1')).toBe(true))
  expect(result.current.error).toBeNull()
})

// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isNotLive } from './not-live.ts'
import { useCopy } from './use-copy.ts'

afterEach(cleanup)

const unreachable = new ApiError(0, 'unreachable', 'unreachable')
const live = (data: string | undefined, dataUpdatedAt: number) => ({
  data,
  dataUpdatedAt,
  error: null,
  failureReason: unreachable,
})
const never = (): void => {}

it('[C-13] what this page still has of a question is its copy, with its time', () => {
  const answeredAt = Date.parse('2026-11-22T10:00:00Z')
  const { result } = renderHook(() => useCopy(null, live('A', answeredAt), never))
  expect(result.current).toEqual({ value: 'A', savedAt: '2026-11-22T10:00:00.000Z' })
  expect(isNotLive()).toMatchObject({ active: true, since: '2026-11-22T10:00:00.000Z' })
})

it('[C-13] what stands in for a question that was never answered is no copy of it', () => {
  const { result } = renderHook(() => useCopy(null, live('the question before', 0), never))
  expect(result.current).toBeNull()
  expect(isNotLive().active).toBe(false)
})

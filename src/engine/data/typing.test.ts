import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteTyping, typingPaused } from './typing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Types for so many milliseconds, a key every 100. */
async function type(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    noteTyping()
    await vi.advanceTimersByTimeAsync(100)
  }
}

describe('what waits for a pause in typing', () => {
  it('goes on at once where nobody types', async () => {
    await expect(typingPaused()).resolves.toBe(false)
  })

  it('waits while keys come, and not for ever', async () => {
    noteTyping()
    const went = vi.fn<(waited: boolean) => void>()
    void typingPaused().then(went)
    await type(2000)
    expect(went).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(500)
    expect(went).toHaveBeenCalledExactlyOnceWith(true)
    noteTyping()
    void typingPaused().then(went)
    await type(6000)
    expect(went).toHaveBeenCalledTimes(2)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteTyping, oncePaused, typingPaused } from './typing.ts'

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
    await type(11_000)
    expect(went).toHaveBeenCalledTimes(2)
  })

  it('goes on together, and then waits as long again while keys come', async () => {
    noteTyping()
    const went: string[] = []
    const wait = async (name: string): Promise<void> => {
      await typingPaused()
      went.push(name)
    }
    void wait('first')
    await type(8000)
    void wait('second')
    await type(1900)
    expect(went).toEqual([])
    await type(200)
    expect(went).toEqual(['first', 'second'])
    void wait('third')
    await type(9700)
    expect(went).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(went).toHaveLength(3)
  })

  it('is done once, however often it was asked for, and again for what is asked for after that', async () => {
    const [list, other] = [{}, {}]
    const done: string[] = []
    const ask = (of: object, name: string): void => void oncePaused(of, name, () => void done.push(name))
    noteTyping()
    for (const name of ['lines', 'lines', 'versions', 'lines']) ask(list, name)
    ask(other, 'lines')
    await vi.advanceTimersByTimeAsync(500)
    expect(done).toEqual(['lines', 'versions', 'lines'])
    ask(list, 'lines')
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveLength(4)
  })
})

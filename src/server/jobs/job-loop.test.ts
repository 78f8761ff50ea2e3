import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeLogger } from '../log/logger.ts'
import { JobLoop, type Job } from './job-loop.ts'

const log = makeLogger('error', () => undefined)
const job = (run: () => Promise<void>, every = 60): Job => ({ name: 'sweep', every, run })
let loop: JobLoop

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await loop.stop()
  vi.useRealTimers()
})

describe('the loop of background jobs', () => {
  it('runs a job at once and again when it is due', async () => {
    const run = vi.fn(async () => undefined)
    loop = new JobLoop([job(run)], log)
    expect(loop.trouble()).toBe('the loop does not run')
    loop.start()
    await vi.advanceTimersByTimeAsync(1)
    expect([run.mock.calls.length, loop.trouble()]).toEqual([1, null])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('says when a job failed, goes on with the others, and tries again at the next look', async () => {
    let broken = true
    const other = vi.fn(async () => undefined)
    const run = vi.fn(async () => {
      if (broken) throw new Error('no table')
    })
    loop = new JobLoop([job(run, 3600), job(other, 3600)], log)
    loop.start()
    await vi.advanceTimersByTimeAsync(1)
    expect([loop.trouble(), other.mock.calls.length]).toEqual(['sweep failed', 1])
    broken = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect([loop.trouble(), run.mock.calls.length]).toEqual([null, 2])
  })

  it('says when a job never ends, and when the loop was stopped', async () => {
    let end = (): void => undefined
    loop = new JobLoop([job(() => new Promise((done) => (end = done)))], log)
    loop.start()
    await vi.advanceTimersByTimeAsync(299_000)
    expect(loop.trouble()).toBeNull()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(loop.trouble()).toBe('the loop hangs')
    end()
    await loop.stop()
    expect(loop.trouble()).toBe('the loop does not run')
  })
})

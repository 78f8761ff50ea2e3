import type { Page } from '@playwright/test'
import { quantile } from './grid/read-trace.ts'

/** What one key took, in milliseconds: until the page looked at it, until it had done what it does, until that was shown. */
export interface KeyTime {
  key: string
  waited: number
  handled: number
  /** From the key to the frame that shows what it did; the browser gives it in steps of 8. */
  shown: number
}

/** What the page notes of its keys. */
interface NotedKeys {
  keys: { key: string; at: number }[]
  timed: { at: number; from: number; to: number; shown: number }[]
}

/** Below this, in milliseconds, the browser tells nothing of an event: it took less than a frame. */
const shortest = 16

/** Every key that `press` presses, as the browser times its events. */
export async function timeKeys(page: Page, press: () => Promise<void>): Promise<KeyTime[]> {
  await page.evaluate((durationThreshold) => {
    const noted: NotedKeys = { keys: [], timed: [] }
    Object.assign(window, { noted })
    const note = ({ key, timeStamp }: KeyboardEvent): void => void noted.keys.push({ key, at: timeStamp })
    addEventListener('keydown', note, { capture: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'keydown')
          noted.timed.push({
            at: entry.startTime,
            from: entry.processingStart,
            to: entry.processingEnd,
            shown: entry.duration,
          })
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, shortest)
  await press()
  // The last one is told of with the frame after it.
  await page.waitForTimeout(1000)
  const { keys, timed } = await page.evaluate(() => (window as unknown as { noted: NotedKeys }).noted)
  return keys.map(({ key, at }) => {
    const time = timed.find((one) => Math.abs(one.at - at) < 0.2)
    if (!time) return { key, waited: 0, handled: 0, shown: shortest / 2 }
    return { key, waited: time.from - at, handled: time.to - time.from, shown: time.shown }
  })
}

/** Median and 95 % of one part of some keys. */
export const halfAndMost = (times: readonly KeyTime[], part: 'waited' | 'handled' | 'shown'): string => {
  const sorted = times.map((time) => time[part]).toSorted((a, b) => a - b)
  return `${quantile(sorted, 0.5).toFixed(0)} / ${quantile(sorted, 0.95).toFixed(0)}`
}

/** One line for each kind of key, and one for all: median and 95 % of what they took, in milliseconds. */
export function keyTable(times: readonly KeyTime[], kindOf: (time: KeyTime, at: number) => string): string {
  const kinds = new Map<string, KeyTime[]>()
  for (const [at, time] of times.entries()) {
    const kind = kindOf(time, at)
    kinds.set(kind, [...(kinds.get(kind) ?? []), time])
  }
  const lines = [...kinds, ['all', times] as const].map(
    ([kind, some]) =>
      `| ${kind} | ${some.length} | ${halfAndMost(some, 'shown')} | ${halfAndMost(some, 'waited')} | ${halfAndMost(some, 'handled')} |`,
  )
  return [
    '| key | times | key to paint | of that before it | of that for it |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

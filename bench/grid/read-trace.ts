/** One event of a Chromium trace; times in microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  /** Of the thread alone: without what other programs took the processor for. */
  tdur?: number
  pid: number
  tid: number
  args?: { name?: string; data?: Record<string, unknown>; [key: string]: unknown }
}

export interface FrameWork {
  /** Milliseconds the main thread worked between two frames it was asked for, sorted. */
  work: number[]
  /** The same in time of the processor: on a busy machine the fairer measure. */
  processor: number[]
  drawn: number
  /** Frames for which nothing was shown though something had to be. */
  dropped: number
  /** Frames that showed the scroll, but not yet what the main thread had for them. */
  partial: number
}

/** What the page's main thread did per frame, and which frames the compositor showed or had to drop. */
export function readFrames(events: readonly TraceEvent[]): FrameWork {
  const main = mainThread(events)
  const ours = events.filter(({ pid }) => pid === main.pid)
  const begins = ours
    .filter(({ name }) => name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const tasks = ours.filter(({ name, ph, tid }) => name === 'RunTask' && ph === 'X' && tid === main.tid)
  const work = begins.slice(0, -1).map(() => 0)
  const processor = begins.slice(0, -1).map(() => 0)
  let at = 0
  for (const task of tasks.toSorted((a, b) => a.ts - b.ts)) {
    while (at + 1 < begins.length && (begins[at + 1] ?? 0) <= task.ts) at += 1
    if (task.ts < (begins[0] ?? Infinity) || at >= work.length) continue
    work[at] = (work[at] ?? 0) + (task.dur ?? 0) / 1000
    processor[at] = (processor[at] ?? 0) + (task.tdur ?? 0) / 1000
  }
  const sorted = (list: number[]): number[] => list.toSorted((a, b) => a - b)
  const missed = ours.filter(({ name }) => name === 'DroppedFrame')
  const partial = missed.filter(({ args }) => args?.['hasPartialUpdate'] === true)
  return {
    work: sorted(work),
    processor: sorted(processor),
    drawn: ours.filter(({ name }) => name === 'DrawFrame').length,
    dropped: missed.length - partial.length,
    partial: partial.length,
  }
}

/** The value below which this share of a sorted list lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const busiest = named
    .map(({ pid, tid }) => ({
      pid,
      tid,
      tasks: events.filter((event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid)
        .length,
    }))
    .toSorted((a, b) => b.tasks - a.tasks)[0]
  if (!busiest) throw new Error('The trace names no main thread.')
  return busiest
}

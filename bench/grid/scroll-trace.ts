import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { readFrames, type FrameWork, type TraceEvent } from './read-trace.ts'

export interface Scrolled extends FrameWork {
  name: string
}

/** A way to scroll what stands in the middle of the page. */
export interface ScrollStep {
  name: string
  run(page: Page, cdp: CDPSession): Promise<void>
}

/** What a reader does: goes on slowly and fast, back, and far with the scrollbar of what `scroller` names. */
export const scrollSteps = (scroller: string): ScrollStep[] => [
  wheel('wheel, 3,000 px/s', 250, 100),
  wheel('wheel, 12,000 px/s', 250, 400),
  wheel('wheel upwards, 3,000 px/s', 150, -100),
  {
    name: 'jumps of the scrollbar',
    async run(page) {
      const list = page.locator(scroller)
      for (let jump = 1; jump <= 20; jump += 1) {
        await list.evaluate(
          (one, share) => (one.scrollTop = one.scrollHeight * share),
          ((jump * 37) % 100) / 100,
        )
        await page.waitForTimeout(400)
      }
    },
  },
]

const wheel = (name: string, turns: number, by: number): ScrollStep => ({
  name,
  async run(page, cdp) {
    for (let turn = 0; turn < turns; turn += 1) await turnWheel(page, cdp, by)
  },
})

/** One turn of the wheel, and the pause until the next. */
export async function turnWheel(page: Page, cdp: CDPSession, by: number): Promise<void> {
  // Both: a page that cannot follow must not be sent more than it answers.
  await Promise.all([
    cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 720, y: 500, deltaX: 0, deltaY: by }),
    page.waitForTimeout(33),
  ])
}

/** Runs a step under a trace and reads its frames. `TRACE` names a folder that keeps the trace, under `kept`. */
export async function traced(
  page: Page,
  cdp: CDPSession,
  { name, run }: ScrollStep,
  kept = name,
): Promise<Scrolled> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect as never)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline.frame',
        'toplevel',
        '__metadata',
      ],
    },
  })
  await page.waitForTimeout(200)
  await run(page, cdp)
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()))
  await cdp.send('Tracing.end')
  await complete
  cdp.off('Tracing.dataCollected', collect as never)
  if (process.env['TRACE'])
    writeFileSync(join(process.env['TRACE'], `${kept.replaceAll(/\W+/g, '-')}.json`), JSON.stringify(events))
  return { name, ...readFrames(events) }
}

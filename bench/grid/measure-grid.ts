// `npm run bench:grid`: scrolls and types in a list of 100,000 records in Chromium, slowed down four times, and says what
// each frame cost. `ROWS`, `THROTTLE` and `BENCH_DIST` change the size, the slowdown and the build that is measured.
import type { CDPSession, Page } from '@playwright/test'
import { startServer } from '../../e2e/support/start-server.ts'
import { keyTable, timeKeys, type KeyTime } from '../key-times.ts'
import { openBrowser, openPage, windowsOf } from '../open-browser.ts'
import { makeBareList } from './bare-list.ts'
import { quantile } from './read-trace.ts'
import { scrollSteps, traced, turnWheel, type Scrolled } from './scroll-trace.ts'
import { seedGrid } from './seed-grid.ts'

const rows = Number(process.env['ROWS'] ?? 100_000)
const throttle = Number(process.env['THROTTLE'] ?? 4)
const goals = { work: 16, dropped: 1, key: 50 }
const dist = process.env['BENCH_DIST']

const server = await startServer(dist ? { E2E_DIST: dist } : {})
const browser = await openBrowser()
try {
  const started = Date.now()
  const { owner, path } = await seedGrid(server.url, rows)
  console.log(`${rows} records in ${((Date.now() - started) / 1000).toFixed(0)} s`)
  const context = await windowsOf(browser, owner)
  const page = await openPage(context)
  await page.goto(server.url + path)
  const grid = page.getByRole('grid')
  await grid.getByText('position 0', { exact: false }).first().waitFor()
  await page.waitForTimeout(3000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.waitForTimeout(1000)

  const lines: Scrolled[] = []
  for (const step of scrollSteps('[role="grid"]')) lines.push(await traced(page, cdp, step))
  const blank = await blankFrames(page, cdp)
  const keys = await moveAbout(page)
  // The same page, so that fonts and styles are the same; what the product drew in it is gone.
  await page.evaluate(makeBareList, { rows })
  await page.waitForTimeout(1000)
  const bare: Scrolled[] = []
  for (const step of scrollSteps('[data-bare-list]'))
    bare.push(await traced(page, cdp, step, `bare ${step.name}`))
  report(lines, bare, blank, keys)
} finally {
  await browser.close()
  await server.stop()
}

/** Scrolls while every frame looks whether lines stand where it is looked: how many frames had a place without any. */
async function blankFrames(
  page: Page,
  cdp: CDPSession,
): Promise<{ frames: number; blank: number; waiting: number }> {
  await page.evaluate(() => {
    const grid = document.querySelector('[role="grid"]')
    const seen = { frames: 0, blank: 0, waiting: 0, stop: false }
    Object.assign(window, { seen })
    const look = (): void => {
      if (!grid || seen.stop) return
      const box = grid.getBoundingClientRect()
      const lines = [60, box.height / 2, box.height - 40].map((y) =>
        document.elementFromPoint(box.left + 400, box.top + y)?.closest('[role="row"]'),
      )
      seen.frames += 1
      if (lines.some((line) => !line)) seen.blank += 1
      else if (lines.some((line) => line?.getAttribute('aria-busy'))) seen.waiting += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  for (let turn = 0; turn < 200; turn += 1) await turnWheel(page, cdp, 200)
  return page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { frames: number; blank: number; waiting: number; stop: boolean }
    }
    seen.stop = true
    return seen
  })
}

/** Moves the cursor by lines, columns and pages, and chooses a range. */
async function moveAbout(page: Page): Promise<KeyTime[]> {
  const grid = page.getByRole('grid')
  await grid.evaluate((one) => (one.scrollTop = 0))
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.waitForTimeout(500)
  const press = async (key: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key)
      await page.waitForTimeout(60)
    }
  }
  const times = await timeKeys(page, async () => {
    await press('ArrowDown', 100)
    await press('ArrowRight', 12)
    await press('Shift+ArrowDown', 60)
    await press('PageDown', 40)
    await press('ArrowUp', 40)
  })
  // The key that is held with another does nothing of its own.
  return times.filter(({ key }) => key !== 'Shift')
}

function report(
  ours: Scrolled[],
  bare: Scrolled[],
  blank: { frames: number; blank: number; waiting: number },
  keys: readonly KeyTime[],
): void {
  console.log(`\n${rows} records, main thread slowed ${throttle} times; milliseconds\n`)
  const heads = [
    'step',
    'frames',
    `work p50 / p95 (goal < ${goals.work})`,
    'processor p50 / p95',
    'bare list: processor p50 / p95',
    'ratio p50 / p95',
    `dropped (goal < ${goals.dropped} %)`,
    'shown before its lines: ours, bare',
  ]
  console.log(`| ${heads.join(' | ')} |`)
  console.log(`|${'---|'.repeat(heads.length)}`)
  for (const [at, one] of ours.entries()) {
    const limit = bare[at]
    const share = (part: number, { drawn, dropped, partial }: Scrolled): string =>
      `${((100 * part) / Math.max(1, drawn + dropped + partial)).toFixed(1)} %`
    const both = (list: number[] = []): string =>
      [0.5, 0.95].map((at) => quantile(list, at).toFixed(1)).join(' / ')
    const ratios = [0.5, 0.95].map((at) =>
      (quantile(one.processor, at) / quantile(limit?.processor ?? [], at)).toFixed(1),
    )
    const cells = [
      one.name,
      String(one.drawn),
      both(one.work),
      both(one.processor),
      both(limit?.processor),
      `${ratios.join(' / ')}×`,
      share(one.dropped, one),
      `${share(one.partial, one)}, ${limit ? share(limit.partial, limit) : '–'}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(`\nkey to paint, median / 95 % in ms (goal 95 % ${goals.key}):\n`)
  console.log(keyTable(keys, ({ key }) => key))
  console.log(
    `frames with a place without lines: ${blank.blank} of ${blank.frames}; with lines still on their way: ${blank.waiting}`,
  )
}

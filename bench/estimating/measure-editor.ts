// `npm run bench:editor`: an estimate of 10,000 lines as a spreadsheet in Chromium: until its lines are there, and from a key
// to the frame that shows what it did, slowed down four times. `LINES`, `OPENINGS` and `THROTTLE` change that.
import { cpus, loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { callAs, newPerson, newWorkspace } from '../../e2e/support/people.ts'
import { startServer } from '../../e2e/support/start-server.ts'
import { openBrowser, openPage, windowsOf } from '../open-browser.ts'
import { quantile } from '../grid/read-trace.ts'

const lines = Number(process.env['LINES'] ?? 10_000)
const openings = Number(process.env['OPENINGS'] ?? 5)
const throttle = Number(process.env['THROTTLE'] ?? 4)
const perSection = 50

const server = await startServer({})
const browser = await openBrowser()
try {
  const owner = await newPerson(server.url, 'Berta Bench')
  const workspace = await newWorkspace(owner, 'Bench Bau')
  const keys = [
    'estimates',
    'estimate_lines',
    'estimate_resources',
    'estimate_markups',
    'estimate_variables',
    // Without them the screen offers to set estimates up.
    'line_classifications',
  ]
  await callAs(owner, 'POST /api/standard-models', { keys }, workspace)
  const run = async (name: string, input: object): Promise<Record<string, string>> =>
    (
      await callAs<{ result: Record<string, string> }>(
        owner,
        `POST /api/commands/estimate.${name}`,
        input,
        workspace,
      )
    ).result
  const { estimate, version } = await run('create', { name: `${lines} lines` })
  const rows = Array.from({ length: lines }, (_, at) => {
    const section = Math.floor(at / perSection) + 1
    const own = {
      number: `${section}.${(at % perSection) + 1}`,
      title: `Line ${at}`,
      quantity: '12.5',
      unit: 'm2',
      unit_rate: `${at % 97}.25`,
    }
    return at % perSection === 0 ? [{ number: String(section), title: `Section ${section}` }, own] : [own]
  })
  for (let from = 0; from < rows.length; from += 4000)
    await run('insert-lines', { version, rows: rows.slice(from, from + 4000).flat() })
  const context = await windowsOf(browser, owner)
  const page = await openPage(context)
  const opened: number[] = []
  for (let time = 0; time <= openings; time += 1) {
    const started = performance.now()
    await page.goto(`${server.url}/estimates-new/${estimate}`)
    await page.getByRole('grid').getByText('Line 0', { exact: true }).waitFor()
    // The first fills the browser's cache.
    if (time > 0) opened.push(performance.now() - started)
  }
  opened.sort((a, b) => a - b)
  console.log(`${lines} lines, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`open, lines in sight (goal 1500 ms): median ${quantile(opened, 0.5).toFixed(0)} ms`)
  // The sums are opened when the browser has nothing else to do.
  await page.waitForTimeout(5000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const typed = await keyTimes(page)
  console.log(
    `key to paint while typing quantities at ${throttle}× (goal 95 % 50 ms): median ${quantile(typed, 0.5).toFixed(0)}, 95 % ${quantile(typed, 0.95).toFixed(0)} ms of ${typed.length} keys`,
  )
} finally {
  await browser.close()
  await server.stop()
}

/** Types quantities down a column, and says what each key took to its frame, as the browser times its events. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') times.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+Home')
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  let pressed = 0
  for (let line = 0; line < 20; line += 1)
    for (const key of ['7', '3', '.', '5', 'Enter']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(120)
      pressed += 1
    }
  await page.waitForTimeout(1000)
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  // Below 16 ms the browser tells nothing: those took less than a frame.
  return [...Array.from({ length: Math.max(0, pressed - times.length) }, () => 8), ...times].toSorted(
    (a, b) => a - b,
  )
}

// `npm run bench:editor`: an estimate of 10,000 lines as a spreadsheet in Chromium: until its lines are there, and from a key
// to the frame that shows what it did, slowed down four times. `LINES`, `OPENINGS` and `THROTTLE` change that.
import { cpus, loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { callAs, newPerson, newWorkspace } from '../../e2e/support/people.ts'
import { startServer } from '../../e2e/support/start-server.ts'
import { quantile } from '../grid/read-trace.ts'
import { makeBareSheet } from './bare-sheet.ts'
import { keyTable, timeKeys, type KeyTime } from '../key-times.ts'
import { openBrowser, openPage, windowsOf } from '../open-browser.ts'

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
  const place = `/estimates-new/${estimate}`
  const [anew, opened]: [number[], number[]] = [[], []]
  for (let time = 0; time <= openings; time += 1) {
    const whole = await loadAnew(page, server.url + place)
    // As long as people stay at least: what the screen asks for is known from then on.
    if (time === 0) await page.waitForTimeout(8000)
    const inside = await openInside(page, place)
    // The first fills the browser's cache.
    if (time === 0) continue
    anew.push(whole)
    opened.push(inside)
  }
  console.log(`${lines} lines, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  tell('open from the list, lines in sight', opened)
  tell('loaded anew, lines in sight', anew)
  // The sums are opened when the browser has nothing else to do.
  await page.waitForTimeout(5000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.getByRole('grid').focus()
  for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key)
  await page.waitForTimeout(500)
  const typed = await typeQuantities(page)
  console.log(
    `key to paint while quantities are typed at ${throttle}×, median / 95 % in ms (goal 95 % 50 ms):\n`,
  )
  console.log(keyTable(typed, kindOf))
  // The same browser, slowed down as much, and no product in it.
  await page.evaluate(makeBareSheet)
  await page.waitForTimeout(1000)
  console.log('\nthe same in a bare sheet:\n')
  console.log(keyTable(await typeQuantities(page), kindOf))
} finally {
  await browser.close()
  await server.stop()
}

function tell(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `${what} (goal 1500 ms): median ${quantile(sorted, 0.5).toFixed(0)}, longest ${quantile(sorted, 1).toFixed(0)} ms`,
  )
}

/** From the navigation to the frame in which the first line stands. */
async function loadAnew(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  // The page's clock begins with the navigation.
  return page.evaluate(firstLineStands)
}

/** From a step inside the product, out of the list of estimates, to the frame in which the first line stands. */
async function openInside(page: Page, to: string): Promise<number> {
  await page.goto(`${server.url}/estimates`)
  await page.getByRole('heading', { name: 'Estimates' }).first().waitFor()
  await page.waitForTimeout(500)
  const begun = await page.evaluate((address) => {
    const now = performance.now()
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    return now
  }, to)
  return (await page.evaluate(firstLineStands)) - begun
}

/**
 * When the frame with the first line was drawn, by the page's own clock: whoever waits from outside looks again only after
 * pauses of up to half a second.
 */
function firstLineStands(): Promise<number> {
  return new Promise((stands) => {
    const look = (): void => {
      const cells = document.querySelectorAll('[role="grid"] [role="gridcell"]')
      if (Array.from(cells).some(({ textContent }) => textContent?.trim() === 'Line 0'))
        requestAnimationFrame(() => setTimeout(() => stands(performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Types quantities down a column: each key opens a cell, writes in it, or takes the value and goes on. */
function typeQuantities(page: Page): Promise<KeyTime[]> {
  return timeKeys(page, async () => {
    for (let line = 0; line < 20; line += 1)
      for (const key of ['7', '3', '.', '5', 'Enter']) {
        await page.keyboard.press(key)
        await page.waitForTimeout(120)
      }
  })
}

/** What a key of a quantity does. */
function kindOf({ key }: KeyTime): string {
  if (key === '7') return 'a cell is opened'
  return key === 'Enter' ? 'its value is taken' : 'a sign is written'
}

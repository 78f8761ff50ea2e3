// `npm run bench:viewer`: the viewer of building models in Chromium without a graphics card: how long until a model that was
// opened before is drawn again, and whether the page answers while it is turned. FILE, OPENINGS, STEPS and BENCH_DIST change
// what is measured.
import { existsSync, openAsBlob } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { callAs, newPerson, newWorkspace, type Person, type Workspace } from '../../e2e/support/people.ts'
import { startServer } from '../../e2e/support/start-server.ts'
import { openBrowser, openPage, windowsOf } from '../open-browser.ts'
import { quantile } from '../grid/read-trace.ts'

const file = process.env['FILE'] ?? '../shared/data/ifc/schependomlaan_merged_33.7MB_ifc2x3_qto.ifc'
const openings = Number(process.env['OPENINGS'] ?? 5)
const steps = Number(process.env['STEPS'] ?? 20)
const dist = process.env['BENCH_DIST']

/** What the page notes of itself. */
interface Seen {
  clicked: number
  drawn: number
  frames: number[]
  tasks: number[]
}

if (existsSync(file)) await measure()
else console.log(`${file} is not here: nothing is measured.`)

async function measure(): Promise<void> {
  const server = await startServer(dist ? { E2E_DIST: dist } : {})
  const browser = await openBrowser('--enable-unsafe-swiftshader')
  try {
    const owner = await newPerson(server.url, 'Berta Bench')
    await readModel(owner, await newWorkspace(owner, 'Bench Bau'))
    const context = await windowsOf(browser, owner)
    await context.addInitScript(watch)
    const page = await openPage(context)
    await page.goto(`${server.url}/bim`)
    const opened: number[] = []
    for (let time = 0; time <= openings; time += 1) {
      opened.push(await open(page))
      if (time < openings) await page.getByRole('link', { name: 'Building models' }).first().click()
    }
    const [first = 0, ...later] = opened
    later.sort((a, b) => a - b)
    console.log(`${basename(file)}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
    console.log(
      `from the click to the first geometry: first ${first.toFixed(0)} ms; opened before (goal < 1000): median ${quantile(later, 0.5).toFixed(0)}, worst ${later.at(-1)?.toFixed(0)} ms of ${later.length}`,
    )
    await turn(page)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A BIM project with the file read, as whoever looks at it finds it. */
async function readModel(owner: Person, workspace: Workspace): Promise<void> {
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  await call('POST /api/standard-models', { keys: ['bim_changes', 'bim_elements', 'bim_viewpoints'] })
  const project = await call<{ id: string }>('POST /api/records/bim_projects', { name: 'Measured' })
  const model = await call<{ id: string }>('POST /api/records/bim_models', {
    bim_project: project.id,
    name: 'Measured model',
  })
  const sent = await fetch(`${owner.server}/api/files?name=${basename(file)}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.session.access_token}`,
      'X-Tenant-Id': workspace.id,
      'Content-Type': 'application/octet-stream',
    },
    body: await openAsBlob(file),
  })
  const kept = (await sent.json()) as { id: string }
  const version = await call<{ id: string }>('POST /api/records/bim_model_versions', {
    bim_model: model.id,
    file: [{ id: kept.id }],
  })
  await call('POST /api/commands/bim.read', { version: version.id })
  for (;;) {
    const { status } = await call<{ status: string }>(`GET /api/records/bim_model_versions/${version.id}`)
    if (status === 'ready') return
    if (status === 'failed') throw new Error('The file could not be read.')
    await wait(500)
  }
}

/** In the page: notes the last click, the first picture of triangles after it that is finished, frames and long tasks. */
function watch(): void {
  const seen: Seen = { clicked: 0, drawn: 0, frames: [], tasks: [] }
  Object.assign(window, { seen })
  addEventListener(
    'pointerdown',
    () => {
      seen.clicked = performance.now()
      seen.drawn = 0
    },
    true,
  )
  const { drawElements } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    drawElements.apply(this, given)
    // A picture of something else, to be copied later, is not one to look at.
    if (seen.drawn !== 0 || given[1] < 1000 || this.getParameter(this.FRAMEBUFFER_BINDING) !== null) return
    seen.drawn = -1
    const sync = this.fenceSync(this.SYNC_GPU_COMMANDS_COMPLETE, 0)
    const look = (): void => {
      if (sync && this.getSyncParameter(sync, this.SYNC_STATUS) === this.UNSIGNALED) setTimeout(look, 4)
      else requestAnimationFrame(() => (seen.drawn = performance.now()))
    }
    this.flush()
    setTimeout(look)
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask' })
  const frame = (time: number): void => {
    seen.frames.push(time)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Opens the project from the list; milliseconds from the click to its picture. */
async function open(page: Page): Promise<number> {
  const name = page.getByRole('grid', { name: 'BIM projects' }).getByText('Measured', { exact: true })
  await name.waitFor()
  await page.waitForTimeout(1500)
  await name.click()
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.drawn > 0, null, {
    timeout: 120_000,
  })
  const took = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    return seen.drawn - seen.clicked
  })
  await page.waitForTimeout(4000)
  return took
}

/** Turns the model by keys and by the mouse, and says how long each step took until the page had drawn two frames. */
async function turn(page: Page): Promise<void> {
  const canvas = page.locator('canvas')
  await canvas.focus()
  const box = await canvas.boundingBox()
  const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [720, 450]
  await report(page, 'keys', () => page.keyboard.press('ArrowRight'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  let at = 0
  await report(page, 'mouse', () => page.mouse.move(x + (at += 8), y + (at % 16)))
  await page.mouse.up()
}

async function report(page: Page, name: string, step: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    seen.frames = []
    seen.tasks = []
  })
  const started = performance.now()
  const took: number[] = []
  for (let time = 0; time < steps; time += 1) {
    const before = performance.now()
    await step()
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    )
    took.push(performance.now() - before)
  }
  const all = performance.now() - started
  // The whole picture comes when nobody moves any more; the page must answer then, too.
  await page.waitForTimeout(4000)
  const { gap, task } = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    const gaps = seen.frames.slice(1).map((time, place) => time - (seen.frames[place] ?? time))
    return { gap: Math.max(0, ...gaps), task: Math.max(0, ...seen.tasks) }
  })
  took.sort((a, b) => a - b)
  console.log(
    `${steps} steps by ${name}: ${(all / 1000).toFixed(1)} s; a step until it shows (goal < 200 ms): median ${quantile(took, 0.5).toFixed(0)}, worst ${took.at(-1)?.toFixed(0)} ms; longest task ${task.toFixed(0)} ms; longest time without a frame, until the picture is whole again ${gap.toFixed(0)} ms`,
  )
}

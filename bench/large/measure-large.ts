// `npm run bench:large`: searches a catalogue of 100,000 items by words and codes over HTTP, and opens a hierarchy of as many
// nodes: what its screen asks over HTTP, and (where the product is built) until the tree stands there in Chromium.
// `ROWS`, `ROUNDS` and `OPENINGS` change that.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { callAs, newPerson, newWorkspace, type Person, type Workspace } from '../../e2e/support/people.ts'
import { openBrowser, openPage, windowsOf } from '../open-browser.ts'
import { createTestDatabase, startTestDatabase } from '../../tests/support/start-test-database.ts'
import { quantile } from '../grid/read-trace.ts'
import { startProcess } from '../start-process.ts'
import { seedLarge, type LargeRecords } from './seed-large.ts'

const rows = Number(process.env['ROWS'] ?? 100_000)
const rounds = Number(process.env['ROUNDS'] ?? 40)
const openings = Number(process.env['OPENINGS'] ?? 10)
const goals = { search: 50, open: 300 }

const folder = mkdtempSync(join(tmpdir(), 'formwork-bench-'))
const machine = await startTestDatabase()
process.env['FORMWORK_TEST_DATABASE_URL'] = machine.url
const database = await createTestDatabase()
const product = await startProcess('../e2e/support/serve.mjs', {
  HOST: '127.0.0.1',
  PORT: 'auto',
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'error',
  NODE_ENV: '',
})
try {
  const owner = await newPerson(product.url, 'Berta Bench')
  const workspace = await newWorkspace(owner, 'Bench Bau')
  const records = await seedLarge(owner, workspace, database.url, rows)
  console.log(`${rows} items and nodes, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  await measureSearch(owner, workspace)
  await measureQuestions(owner, workspace, records)
  if (existsSync('dist/web/index.html')) await measureScreen(owner, records)
} finally {
  await product.stop()
  await database.drop()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
}

function tell(what: string, times: number[], goal: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `${what}: median ${quantile(sorted, 0.5).toFixed(1)}, 95 % ${quantile(sorted, 0.95).toFixed(1)} ms (goal ${goal})`,
  )
}

async function timed(times: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = -5; turn < times; turn++) {
    const begun = performance.now()
    await work(turn + 5)
    // The first ones are for caches and for compiling.
    if (turn >= 0) taken.push(performance.now() - begun)
  }
  return taken
}

function ask(owner: Person, workspace: Workspace, queries: object[]): Promise<unknown> {
  return callAs(owner, 'POST /api/query', { queries }, workspace)
}

/** The list of items as its screen asks for it, with what somebody types. */
async function measureSearch(owner: Person, workspace: Workspace): Promise<void> {
  const fields = [
    'code',
    'name',
    'type',
    'unit',
    'latest_price',
    'catalogue',
    'catalogue.name',
    'group',
    'status',
  ]
  const words: Record<string, (turn: number) => string> = {
    'a word that an eighth of them has': () => 'concrete',
    'two words': (turn) => `steel door ${turn}`,
    'words and a number': (turn) => `timber panel type ${(turn * 37) % 977}`,
    'a whole code': (turn) => `B-${String((turn * 7919) % rows).padStart(7, '0')}`,
    'the beginning of a code': (turn) => `B-00${String(10 + (turn % 80))}`,
    'nothing that is there': (turn) => `zzyzx${turn}`,
  }
  for (const [what, word] of Object.entries(words))
    tell(
      `search, ${what}`,
      await timed(rounds, (turn) =>
        ask(owner, workspace, [
          {
            model: 'catalogue_items',
            search: word(turn),
            sort: [{ field: 'code' }],
            fields,
            page: { size: 100 },
          },
        ]),
      ),
      goals.search,
    )
}

/** What the explorer asks until its tree stands there, one call after the other where one needs the other. */
async function measureQuestions(
  owner: Person,
  workspace: Workspace,
  { hierarchy }: LargeRecords,
): Promise<void> {
  const model = 'hierarchy_nodes'
  const inside = { field: 'hierarchy', op: 'eq', value: hierarchy }
  const under = (above: string | null) =>
    above === null
      ? { field: 'parent', op: 'empty', value: true }
      : { field: 'parent', op: 'eq', value: above }
  const level = async (above: string | null): Promise<string[]> => {
    const where = { and: [inside, under(above)] }
    const query = {
      model,
      where,
      fields: ['name', 'parent', 'code'],
      sort: [{ field: 'sort' }, { field: 'name' }],
      page: { size: 200 },
    }
    const grid = {
      model,
      where,
      fields: ['name', 'code', 'area', 'volume', 'path'],
      sort: [{ field: 'name' }],
      page: { size: 100 },
    }
    const answer = (await ask(owner, workspace, above === null ? [query, grid] : [query])) as {
      results: { rows: { id: string }[] }[]
    }
    return answer.results[0]?.rows.map(({ id }) => id) ?? []
  }
  const counts = (ids: string[]): Promise<unknown> =>
    ask(owner, workspace, [
      {
        model,
        where: { and: [inside, { field: 'parent', op: 'in', value: ids }] },
        group: ['parent'],
        aggregate: [{ fn: 'count', as: 'count' }],
        page: { size: 500 },
      },
    ])
  let first: string[] = []
  tell(
    'hierarchy, its questions until the top stands there',
    await timed(rounds, async () => {
      first = await level(null)
      await counts(first)
    }),
    goals.open,
  )
  tell(
    'hierarchy, a node and what is under it',
    await timed(rounds, async (turn) => {
      const [below] = await level(first[turn % first.length] ?? '')
      await counts(await level(below ?? ''))
    }),
    goals.open,
  )
}

/** From the list of projects to the explorer, until the tree shows its nodes. */
async function measureScreen(owner: Person, { hierarchy }: LargeRecords): Promise<void> {
  const browser = await openBrowser()
  try {
    const context = await windowsOf(browser, owner)
    const page = await openPage(context)
    const open = async (): Promise<void> => {
      await page.goto(`${product.url}/hierarchy/${hierarchy}/explorer`)
      await page.getByRole('treeitem').first().waitFor()
    }
    tell('hierarchy, the whole page loaded anew', await timed(openings, open), goals.open)
    const begun = async (): Promise<number> => {
      await page.goto(`${product.url}/project`)
      await page.getByRole('heading', { name: 'Projects' }).first().waitFor()
      await page.waitForTimeout(500)
      // By the page's own clock: whoever waits from outside looks again only after pauses of up to half a second.
      return page.evaluate(
        (to) =>
          new Promise<number>((stands) => {
            const start = performance.now()
            const watch = new MutationObserver(() => {
              if (!document.querySelector('[role="treeitem"]')) return
              watch.disconnect()
              requestAnimationFrame(() => stands(performance.now() - start))
            })
            watch.observe(document.body, { childList: true, subtree: true })
            history.pushState(null, '', to)
            dispatchEvent(new PopStateEvent('popstate'))
          }),
        `/hierarchy/${hierarchy}/explorer`,
      )
    }
    const times: number[] = []
    for (let turn = 0; turn < openings + 1; turn++) times.push(await begun())
    tell('hierarchy, from another screen', times.slice(1), goals.open)
  } finally {
    await browser.close()
  }
}

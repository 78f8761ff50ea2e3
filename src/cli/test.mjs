// `npm test`: everything, on a fresh clone: packages, the checks, the build, unit tests, the API tests on the embedded
// database and again on a PostgreSQL server, and the browser tests against the built product. Plain JavaScript without packages, so that
// it runs before anything is installed. Arguments name single steps: `npm test -- check e2e`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { buildProduct } from './build-product.mjs'
import { installPackages } from './install-packages.mjs'
import { startSecondDatabase } from './second-database.mjs'

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const reports = join(root, 'test-results')
const wanted = process.argv.slice(2)
const totals = { passed: 0, failed: 0, skipped: 0 }
const failedSteps = []
const failedTests = []

/** Runs one command with its output shown, or handed to `hear`; resolves to its exit code. */
const run = (command, args, env = {}, hear = null) =>
  new Promise((resolve) => {
    const stdio = hear ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })

const bin = (name) => join(root, 'node_modules/.bin', name)

const isWanted = (name) => wanted.length === 0 || wanted.includes(name)

async function step(name, work) {
  if (!isWanted(name)) return
  const began = Date.now()
  console.log(`\n▸ ${name}`)
  ended(name, await work(), began)
}

function ended(name, code, began) {
  console.log(
    `▸ ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`,
  )
  if (code !== 0) failedSteps.push(name)
}

/** The checks need nothing of each other and mostly one processor each: two run at a time, each told when it is over. */
async function checks(names) {
  const left = names.filter((check) => isWanted(check.split(' ')[0]))
  const one = async () => {
    for (let check = left.shift(); check; check = left.shift()) {
      const [name, ...rest] = check.split(' ')
      const began = Date.now()
      const said = []
      const code = await run(npm, ['run', '-s', name, ...rest], {}, (chunk) => said.push(chunk))
      process.stdout.write(`\n▸ ${name}\n${Buffer.concat(said).toString()}`)
      ended(name, code, began)
    }
  }
  await Promise.all([one(), one()])
}

async function vitest(project, report, env = {}) {
  const file = join(reports, `${report}.json`)
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await run(bin('vitest'), args, env)
  if (!existsSync(file)) return code || 1
  const { numPassedTests, numFailedTests, numPendingTests, numTotalTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  for (const { name, message, assertionResults } of testResults) {
    const where = `${report}: ${relative(root, name)}`
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed) remember(`${where}: ${fullName}`, failureMessages)
    if (failed.length === 0 && message) remember(where, [message])
  }
  totals.passed += numPassedTests
  totals.failed += numFailedTests
  totals.skipped += numPendingTests
  return numTotalTests === 0 ? 1 : code
}

async function playwright() {
  const file = join(reports, 'e2e.json')
  const code = await run(bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  if (!existsSync(file)) return code || 1
  const { suites, stats } = JSON.parse(readFileSync(file, 'utf8'))
  const { expected, unexpected, skipped, flaky } = stats
  for (const spec of suites.flatMap(specsOf)) {
    const outcome = spec.tests.find(({ status }) => status === 'unexpected' || status === 'flaky')
    if (!outcome) continue
    const messages = outcome.results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
    remember(`e2e: ${spec.file}:${spec.line}: ${spec.title} (${outcome.status})`, messages)
  }
  totals.passed += expected + flaky
  totals.failed += unexpected
  totals.skipped += skipped
  return expected + flaky === 0 ? 1 : code
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** The end of a run names what failed on the way and why: its own place in the output may be an hour above. */
function remember(title, messages) {
  const said = messages.map((message) => stripVTControlCharacters(message).slice(0, 1_500)).join('\n')
  failedTests.push(`✗ ${title}\n${said.replaceAll(/^/gm, '    ')}`)
}

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
if ((wanted.length === 0 || wanted.includes('e2e')) && !existsSync(chromium)) {
  console.error(
    `There is no browser at ${chromium}. Install one, then run npm test again:\n\n  sudo apt-get install -y chromium\n`,
  )
  process.exit(1)
}

if ((await installPackages(root)) !== 0) process.exit(1)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
// The longest first.
await checks(['types', 'rooms', 'dead', 'lint', 'schemas -- --check', 'format -- --check'])
// Whatever lies there may be of other sources. Said to be of these, so that no test need build again.
await step('build', () => buildProduct(root, { always: true }))
await step('size', () => run(npm, ['run', '-s', 'size']))
await step('unit', () => vitest('unit', 'unit'))
await step('embedded', () => vitest('pg', 'embedded', { TEST_DATABASE_URL: '' }))
await step('postgresql', async () => {
  const database = await startSecondDatabase(root)
  console.log(`  on ${database.name}`)
  try {
    return await vitest('pg', 'postgresql', { TEST_DATABASE_URL: database.url })
  } finally {
    await database.stop()
  }
})
await step('e2e', playwright)

for (const failed of failedTests) console.log(`\n${failed}`)
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(failedSteps.length > 0 ? 1 : 0)

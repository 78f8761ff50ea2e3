import { spawn } from 'node:child_process'
import { allPlanted, type PlantedLeak } from './plant-leak.ts'

// Runs a test once for each planted leak, the one of the two worlds unless the leak names another: every run has to fail.
// `npm run test:leaks -- history` plants those whose name holds the word, `-- AU-10` those of a row of the list of attacks,
// `-- attacks` those of all its rows.

const twoWorlds = 'tests/api/twin-worlds.pg.test.ts'

/** Ends with the exit code and what was printed. */
const run = ({ name, test = twoWorlds, title }: PlantedLeak): Promise<{ code: number; output: string }> =>
  new Promise((done) => {
    const project = test.endsWith('.pg.test.ts') ? 'pg' : 'unit'
    const only = title === undefined ? [] : ['-t', title.replaceAll(/[[\](){}.*+?^$|\\]/g, '\\$&')]
    const child = spawn('npx', ['vitest', 'run', '--project', project, test, '--bail', '1', ...only], {
      env: { ...process.env, LEAK: name, CI: '', SEED: process.env['SEED'] ?? '20261121' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })

const wanted = process.argv.slice(2).join(' ')
const missed: string[] = []
const isWanted = ({ name, rows }: PlantedLeak): boolean =>
  name.includes(wanted) || (rows !== undefined && (wanted === 'attacks' || rows.includes(wanted)))
for (const leak of allPlanted.filter(isWanted)) {
  const { name, rows = [] } = leak
  const began = Date.now()
  const { code, output } = await run(leak)
  // A run that could not begin has found nothing.
  const failed = leak.test === undefined ? /×.*answer.* alike/ : /×[^]*AssertionError/
  const found = code !== 0 && failed.test(output)
  if (!found) missed.push(name)
  const place = rows.length > 0 ? `[${rows.join(' ')}] ` : ''
  console.log(`${found ? 'found ' : 'MISSED'} ${Math.round((Date.now() - began) / 1000)} s  ${place}${name}`)
  const [said = ''] = /AssertionError[^\n]*/.exec(output) ?? []
  console.log(found ? `       ${said}` : output.slice(-2000))
}
console.log(missed.length === 0 ? 'Every planted leak was found.' : `Missed: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)

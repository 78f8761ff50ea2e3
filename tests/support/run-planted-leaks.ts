import { spawn } from 'node:child_process'
import { plantedLeaks } from './planted-leaks.ts'

// Runs the test of the two worlds once for each planted leak: every run has to fail. `npm run test:leaks -- history`
// plants those whose name holds the word.

/** Ends with the exit code and what was printed. */
const run = (leak: string): Promise<{ code: number; output: string }> =>
  new Promise((done) => {
    const child = spawn(
      'npx',
      ['vitest', 'run', '--project', 'pg', 'tests/api/twin-worlds.pg.test.ts', '--bail', '1'],
      {
        env: { ...process.env, LEAK: leak, CI: '', SEED: process.env['SEED'] ?? '20261121' },
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })

const wanted = process.argv.slice(2).join(' ')
const missed: string[] = []
for (const { name } of plantedLeaks.filter((leak) => leak.name.includes(wanted))) {
  const began = Date.now()
  const { code, output } = await run(name)
  // A run that could not begin has found nothing.
  const found = code !== 0 && /×.*answer .* alike/.test(output)
  if (!found) missed.push(name)
  console.log(`${found ? 'found ' : 'MISSED'} ${Math.round((Date.now() - began) / 1000)} s  ${name}`)
  if (!found) console.log(output.slice(-2000))
}
console.log(missed.length === 0 ? 'Every planted leak was found.' : `Missed: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)

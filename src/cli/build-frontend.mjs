import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

// Rooms the browser is built from, and what decides how.
const sources = [
  'src/base',
  'src/components',
  'src/contracts',
  'src/editor',
  'src/engine',
  'src/estimating',
  'src/expressions',
  'src/features',
  'src/ui',
  'src/web',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

function* filesIn(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort())
    if (!/\.test\.tsx?$/.test(name)) yield* filesIn(join(path, name))
}

/** A hash of everything the frontend is made from; times and places do not matter. */
function hashOfSources(root) {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesIn(join(root, source))) {
      hash.update(relative(root, file))
      hash.update('\0')
      hash.update(readFileSync(file))
    }
  return hash.digest('hex')
}

/**
 * Builds the frontend into `dist/web` when its sources differ from those it was last built from, or `always`.
 * Resolves to the exit code of the build, 0 when nothing was to do.
 */
export async function buildFrontend(root, { always = false } = {}) {
  const marker = join(root, 'dist/built-from')
  const wanted = hashOfSources(root)
  const current = existsSync(marker) && existsSync(join(root, 'dist/web/index.html'))
  if (!always && current && readFileSync(marker, 'utf8') === wanted) return 0
  console.log('Building the frontend …')
  // What is half built is built from nothing.
  rmSync(marker, { force: true })
  const code = await run(root)
  if (code === 0) writeFileSync(marker, wanted)
  return code
}

function run(root) {
  return new Promise((resolve) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    // Its report of files is of no interest here; what goes wrong is.
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
    })
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })
}

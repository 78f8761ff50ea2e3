import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

// Rooms both sides are built from, and what decides how.
const shared = [
  'src/base',
  'src/components',
  'src/contracts',
  'src/estimating',
  'src/expressions',
  'src/features',
  'package-lock.json',
  'tsconfig.json',
]

/** What is built: from what, how, and a file that stands there once it is. */
const parts = {
  frontend: {
    sources: [...shared, 'src/editor', 'src/engine', 'src/ui', 'src/web', 'index.html', 'vite.config.ts'],
    arguments: [],
    marker: 'dist/built-from',
    made: 'dist/web/index.html',
  },
  server: {
    sources: [...shared, 'src/cli', 'src/kernel', 'src/platform', 'src/server', 'fixtures/demo'],
    arguments: ['--config', 'src/cli/build-server.config.ts'],
    marker: 'dist/server-built-from',
    made: 'dist/server/serve.mjs',
  },
}

function* filesIn(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort())
    if (!/\.test\.tsx?$/.test(name)) yield* filesIn(join(path, name))
}

/** A hash of everything a part is made from; times and places do not matter. */
function hashOf(root, sources) {
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
 * Builds the frontend into `dist/web` and the server into `dist/server`, each when its sources differ from those it was
 * last built from, or `always`; `only` names one of them. Resolves to the exit code of the first build that failed, 0 when all is there.
 */
export async function buildProduct(root, { always = false, only } = {}) {
  const wanted = Object.keys(parts).filter((name) => only === undefined || name === only)
  const codes = await Promise.all(wanted.map((name) => buildPart(root, name, always)))
  return codes.find((code) => code !== 0) ?? 0
}

async function buildPart(root, name, always) {
  const part = parts[name]
  const marker = join(root, part.marker)
  const wanted = hashOf(root, part.sources)
  const current = existsSync(marker) && existsSync(join(root, part.made))
  if (!always && current && readFileSync(marker, 'utf8') === wanted) return 0
  console.log(`Building the ${name} …`)
  // What is half built is built from nothing.
  rmSync(marker, { force: true })
  const code = await run(root, part.arguments)
  if (code === 0) writeFileSync(marker, wanted)
  return code
}

function run(root, more) {
  return new Promise((resolve) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    // Its report of files is of no interest here; what goes wrong is.
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', ...more], {
      cwd: root,
      stdio: 'inherit',
    })
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })
}

// `npm run size`: what a browser fetches of script before a list screen stands, gzipped, from the build's manifest. Fails above
// the limit. The sign-in library, forms, charts, dialogs and the editor come later and are not counted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'

const LIMIT = 200_000
const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist/web')
const screens = {
  'list screen': [
    'index.html',
    'src/web/shell/shell-layout.tsx',
    'src/web/pages/screen-page.tsx',
    'src/components/page/page.tsx',
    'src/components/data-grid/data-grid.tsx',
    'src/components/button/button.tsx',
  ],
  'landing page': ['index.html', 'src/web/pages/landing.tsx'],
  'sign-in page': ['index.html', 'src/web/pages/sign-in.tsx'],
}

/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** The files that stand behind these modules, followed through their static imports. */
function filesOf(modules) {
  const files = new Set()
  const seen = new Set()
  const follow = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const entry = manifest[key]
    if (!entry)
      throw new Error(`The build has no ${key}: did it move? Name its new place in ${import.meta.filename}.`)
    files.add(entry.file)
    for (const imported of entry.imports ?? []) follow(imported)
  }
  for (const key of modules) follow(key)
  return [...files].filter((file) => file.endsWith('.js'))
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
let tooMuch = false
for (const [name, modules] of Object.entries(screens)) {
  const weights = filesOf(modules)
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > LIMIT) tooMuch = true
  console.log(`\n${name}: ${kilobytes(total).trim()} in ${weights.length} files (limit ${LIMIT / 1000} kB)`)
  for (const { file, bytes } of weights.filter(({ bytes }) => bytes > 1000))
    console.log(`${kilobytes(bytes)}  ${file}`)
}
process.exit(tooMuch ? 1 : 0)

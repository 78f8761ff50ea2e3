// `npm start`: installs what is missing, builds what is stale, starts everything, prints the address. Plain JavaScript
// without packages, so that it runs on a fresh clone. `--dev` serves the frontend from its sources with hot reload and
// restarts when the server's change; `--demo` loads the demo workspace.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { buildProduct } from './build-product.mjs'
import { installPackages } from './install-packages.mjs'

const usage = `npm start -- [--port <number>|auto] [--host <address>]

  --port, --host   where to listen (PORT, HOST); 3000 on 127.0.0.1 unless told
  --demo           with the demo workspace (also: npm run demo)
  --dev            with hot reload (also: npm run dev)

Everything else is set by environment variables: see README.md.`

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')
process.chdir(root)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `This needs Node.js 20.19 or newer; here is ${process.version}. Install one from https://nodejs.org.`,
  )
  process.exit(1)
}

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage)
  process.exit(0)
}
const dev = args.includes('--dev')
for (const [flag, variable] of [
  ['--port', 'PORT'],
  ['--host', 'HOST'],
]) {
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  if (at >= 0) process.env[variable] = args[at].includes('=') ? args[at].split('=')[1] : args[at + 1]
}
if (args.includes('--demo')) process.env.FORMWORK_DEMO = '1'

if ((await installPackages(root)) !== 0) {
  console.error('The packages could not be installed. Is there a connection to the registry?')
  process.exit(1)
}
if (!dev && (await buildProduct(root)) !== 0) {
  console.error('It could not be built; the reason stands above.')
  process.exit(1)
}

if (dev) {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/cli/serve.ts', '--dev'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // In a group of its own: a Ctrl-C then reaches it once, through us, and not a second time from the terminal.
    detached: true,
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('close', (code) => process.exit(code ?? 0))
} else {
  // Made a moment ago: before that there is nothing to resolve.
  await import(pathToFileURL(join(root, 'dist/server/serve.mjs')).href)
}

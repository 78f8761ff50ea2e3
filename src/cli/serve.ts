// Starts the server with the settings of the environment and stops it on Ctrl-C or SIGTERM.
import { setFlagsFromString } from 'node:v8'
import { parseSettings } from '#server/settings.ts'
import { startServer, type RunningServer, type StartOptions } from '#server/start-server.ts'

// The heap is cleaned when it has grown by this much, not when it has doubled or more: an import of 60,000 rows holds 245 MB
// at its peak instead of 347, in the same time.
setFlagsFromString('--heap-growing-percent=40')

const patience = 20_000

async function start(): Promise<RunningServer> {
  const settings = parseSettings(process.env)
  const options: StartOptions = {}
  if (process.argv.includes('--dev')) {
    const { devFrontend } = await import('./dev-frontend.ts')
    Object.assign(options, devFrontend())
  }
  const server = await startServer(settings, options)
  console.log(`\n  Formwork is ready:  ${settings.publicUrl ?? server.url}\n`)
  return server
}

// A shell's Ctrl-C reaches us directly and through npm: within this time it is one request, not two.
const echo = 1_500

let stoppingSince = 0
let started: Promise<RunningServer> | null = null

async function stop(): Promise<void> {
  if (stoppingSince > 0) {
    if (Date.now() - stoppingSince > echo) process.exit(130) // asked again: at once
    return
  }
  stoppingSince = Date.now()
  setTimeout(() => process.exit(1), patience).unref()
  const server = await started?.catch(() => null)
  await server?.stop()
  process.exit(0)
}

// What nobody waited for must not end the others' requests; it is told, and the process goes on.
process.on('unhandledRejection', (reason) => console.error('A rejection nobody handled:', reason))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

started = start()
started.catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

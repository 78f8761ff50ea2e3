#!/usr/bin/env node
// `npx formwork …`: what is done from a shell beside starting the server.
import process from 'node:process'

const commands = {
  types: async () => (await import('./types/run-types.ts')).runTypes,
  audit: async () => (await import('./audit/run-audit.ts')).runAudit,
}
const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : null

if (!command) {
  console.error(`formwork ${Object.keys(commands).join(' | ')} [--help]`)
  process.exit(name === '--help' || name === '-h' ? 0 : 1)
}
const { register } = await import('tsx/esm/api')
register()
try {
  const run = await command()
  process.exitCode = await run(args)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = ['web', 'engine', 'components', 'editor', 'ui'].flatMap((room) =>
  readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => `src/${room}/${file}`),
)
/** Where a page could be spoken to by another: `message` of whatever hears it, a channel, a change of the storage. */
const listens =
  /[\w.?]*addEventListener\(\s*['"`](?:message|messageerror|storage)['"`]|[\w.?]*\bonmessage(?:error)?\s*=(?!=)|[\w.?]*\bonstorage\s*=(?!=)|new (?:BroadcastChannel|SharedWorker|MessageChannel)\b/g

it('the pattern finds each way to listen', () => {
  for (const way of [
    "navigator.serviceWorker.addEventListener('message', hear)",
    'channel.onmessage = hear',
    'onmessage = hear',
    'port.onmessageerror = hear',
    'addEventListener(`message`, hear)',
    "window?.addEventListener(\n  'storage', hear)",
    'window.onstorage = hear',
    "new BroadcastChannel('x')",
  ])
    expect(way.match(listens), way).toHaveLength(1)
})

it('[XS-08] no window listens to messages of others; who hears other tabs is named here, and tested', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(listens)].map(([text]) => `${file}: ${text}`),
  )
  expect(found.toSorted()).toEqual([
    // A worker of our own and its page, which only speak to each other.
    "src/components/estimate-calculation/estimate-calculation.tsx: worker.addEventListener('message'",
    "src/components/estimate-calculation/sheet-worker.ts: addEventListener('message'",
    "src/ui/theme/theme.ts: window.addEventListener('storage'",
    // The worker that keeps the application: only pages of its own origin reach it.
    "src/web/offline/service-worker.ts: addEventListener('message'",
    // One end is handed to that worker, which answers yes or no: whether the page is of its build.
    'src/web/offline/start-worker.ts: new MessageChannel',
    "src/web/offline/start-worker.ts: port1.addEventListener('message'",
    "src/web/session/sibling-tabs.ts: channel.addEventListener('message'",
    'src/web/session/sibling-tabs.ts: new BroadcastChannel',
  ])
})

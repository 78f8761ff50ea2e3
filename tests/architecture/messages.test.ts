import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = ['web', 'engine', 'components', 'editor', 'ui'].flatMap((room) =>
  readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => `src/${room}/${file}`),
)
/** Where a page could be spoken to by another: `message` of a window, a channel, a change of the storage. */
const listens =
  /(?<![\w.])(window\.|self\.|globalThis\.)?addEventListener\(\s*['"](message|messageerror|storage)['"]|window\.onmessage|new (BroadcastChannel|SharedWorker|MessageChannel)\b/g

it('[XS-08] no window listens to messages of others; who hears other tabs is named here, and tested', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(listens)].map(([text]) => `${file}: ${text}`),
  )
  expect(found.toSorted()).toEqual([
    // In a worker of our own, which only its page speaks to.
    "src/components/estimate-calculation/sheet-worker.ts: addEventListener('message'",
    "src/ui/theme/theme.ts: window.addEventListener('storage'",
    // The worker that keeps the application: only pages of its own origin reach it.
    "src/web/offline/service-worker.ts: addEventListener('message'",
    // One end is handed to that worker, which answers yes or no: whether the page is of its build.
    'src/web/offline/start-worker.ts: new MessageChannel',
    'src/web/session/sibling-tabs.ts: new BroadcastChannel',
  ])
})

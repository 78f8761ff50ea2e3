// Keeps the built application on the device, so that it opens without a connection. It holds files of the build and nothing
// that anybody's workspace answered: what is no file of the build and no page of the application passes it by untouched,
// whichever API the page talks to (AB-05).
import { cacheNames, clientsClaim } from 'workbox-core'
import { matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isShellAddress } from './shell-address.ts'

/** The files of this build; `vite.config.ts` writes them here. */
declare const builtFiles: PrecacheEntry[]
declare const skipWaiting: () => Promise<void>
declare const clients: { matchAll(of: { includeUncontrolled: boolean }): Promise<readonly unknown[]> }
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}

const shell = '/index.html'
/** Files of the build before this one, for tabs that still run it. */
const earlier = 'formwork-earlier-build'
/** Milliseconds a page is waited for where the signal is weak, before the one on the device opens. */
const patience = 4_000

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))

// Before workbox forgets them: a tab goes on with the version it began with, whichever tab loads the new one.
async function keepEarlierFiles(): Promise<void> {
  const now = new Set(builtFiles.map((file) => (typeof file === 'string' ? file : file.url)))
  await caches.delete(earlier)
  const [from, to] = await Promise.all([caches.open(cacheNames.precache), caches.open(earlier)])
  for (const request of await from.keys()) {
    const { pathname } = new URL(request.url)
    const file = pathname.startsWith('/assets/') && !now.has(pathname) && (await from.match(request))
    if (file) await to.put(request, file)
  }
}
// Where there is no room for both, the new one counts.
addEventListener('install', (event) =>
  (event as Lasting).waitUntil(keepEarlierFiles().catch(() => undefined)),
)

// No address stands for another: `/` is a page, and pages are asked for first.
precacheAndRoute(builtFiles, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
clientsClaim()

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await (await caches.open(earlier)).match(request)) ?? fetch(request),
)

// The server's page comes first, so that nobody stays on an old version; the kept one opens where no answer comes.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isShellAddress(url),
  async ({ request }) => {
    const asked = fetch(request)
    const answer = await Promise.race([asked.catch(() => null), after(patience)])
    if (answer && answer.status < 502) return answer
    return (await matchPrecache(shell)) ?? asked
  },
)

// A page asks whether it is of this build. It came from the server, before this worker: where no other page is open nobody
// need be asked. Otherwise the person says when; until then the tabs that are open keep theirs (REL-43).
addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
  if (data === 'take over') return void skipWaiting()
  const isOfThis = builtFiles.some((file) => typeof file !== 'string' && file.url === data)
  ports[0]?.postMessage(isOfThis)
  if (isOfThis) void takeOverWhereAlone()
})

async function takeOverWhereAlone(): Promise<void> {
  const open = await clients.matchAll({ includeUncontrolled: true })
  if (open.length < 2) await skipWaiting()
}

// Keeps the built application on the device, so that it opens without a connection. It holds files of the build and nothing
// that anybody's workspace answered: what is no file of the build and no page of the application passes it by untouched,
// whichever API the page talks to (AB-05).
import { clientsClaim } from 'workbox-core'
import { matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isShellAddress } from './shell-address.ts'

/** The files of this build; `vite.config.ts` writes them here. */
declare const builtFiles: PrecacheEntry[]
declare const skipWaiting: () => Promise<void>

const shell = '/index.html'
/** Milliseconds a page is waited for where the signal is weak, before the one on the device opens. */
const patience = 4_000

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))

// No address stands for another: `/` is a page, and pages are asked for first.
precacheAndRoute(builtFiles, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
clientsClaim()

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

// The person wants the new version now; until then the tabs that are open keep theirs whole (REL-43).
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'take over') void skipWaiting()
})

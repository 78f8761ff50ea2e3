import type { Context } from 'hono'

const longest = 500

/** What the browser or program of a request calls itself: words in one line. Null when it says nothing. */
export const requestedAgent = (context: Context): string | null =>
  (context.req.header('user-agent') ?? '')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, longest) || null

import type { QueryClient } from '@tanstack/react-query'
import type { ChangeRow, Changes } from '#contracts/api/changes.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import type { AnswerNumbers } from './answer-numbers.ts'
import { applyChanges } from './apply-changes.ts'
import type { AskQuery } from './batch-queries.ts'
import type { LiveNews } from './start-live.ts'
import { typingPaused } from './typing.ts'

export interface FollowSettings {
  api: ApiClient
  client: QueryClient
  ask: AskQuery
  numbers: AnswerNumbers
  /** Tells when there is something to ask for; without, each call waits for it. */
  live?: LiveNews | null
  /** The workspace is another for this person: its name, how it looks, what they may do in it, or that they are in it. */
  onWorkspace?: () => void
  /** Whether somebody looks at the page, and how to hear that this changed. */
  watched?: { now(): boolean; subscribe(listener: () => void): () => void }
}

/** Seconds one call waits for news. */
const waitFor = 25
/** Milliseconds between two calls, so that a flood of changes is taken in gulps. */
const pause = 400
const longestBackOff = 30_000
/** Milliseconds after which changes are asked for though nobody told of any. */
const longestTrust = 60_000
/** Milliseconds over which those who are told at once spread their questions. */
const spread = 200

/**
 * Keeps what is shown current: waits for changes while somebody looks, and brings what they touch up to date in place.
 * It goes on from the number of the first answer and misses nothing, neither while the page was hidden nor while the
 * server was away. Answers how to stop.
 */
export function followChanges({
  api,
  client,
  ask,
  numbers,
  live = null,
  onWorkspace,
  watched = pageVisibility,
}: FollowSettings): () => void {
  let since: number | null = null
  const ended = new AbortController()
  let calling: AbortController | null = null
  let rouse: (() => void) | null = null
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const unsubscribe = watched.subscribe(() => {
    if (watched.now()) rouse?.()
    else calling?.abort()
  })

  let wasOpen = live?.isOpen() ?? false
  // How often the channel was opened: what happened before nobody told, also while an answer was taken in.
  let openings = 0
  const unlisten = live?.subscribe(() => {
    const isOpen = live.isOpen()
    // A call that waits is not needed any more; one that was told of nothing must wait again.
    if (isOpen && !wasOpen) {
      openings += 1
      calling?.abort()
    }
    wasOpen = isOpen
    if (!isOpen || live.number() > (since ?? 0)) rouse?.()
  })

  async function nextChanges(): Promise<Changes> {
    calling = new AbortController()
    since ??= api.firstNumber()
    return api.call('GET /api/changes', {
      search: since === null ? {} : live?.isOpen() ? { since } : { since, wait: waitFor },
      signal: calling.signal,
    })
  }

  async function follow(): Promise<void> {
    let failures = 0
    while (!ended.signal.aborted) {
      if (!watched.now()) {
        await rest(3_600_000)
        continue
      }
      const asked = openings
      try {
        const { rows, upto, more } = await nextChanges()
        since = upto
        failures = 0
        // After a pause this reader's own writes ask first, and their answers hold the changes.
        if (rows.length > 0 && (await typingPaused())) await rest(pause)
        if (rows.length > 0) await take(rows)
        if (more) continue
        await rest(pause)
        if (!live?.isOpen() || openings !== asked || ended.signal.aborted) continue
        if (live.number() <= upto) await rest(longestTrust)
        await rest(Math.random() * spread)
      } catch (error) {
        if (calling?.signal.aborted) continue
        if (isBehind(error)) {
          since = uptoOf(error)
          await client.invalidateQueries()
        } else if (watched.now() && !ended.signal.aborted) {
          // The workspace, or this person's place in it, is gone.
          if (error instanceof ApiError && error.status === 404) onWorkspace?.()
          failures += 1
          await rest(Math.min(longestBackOff, 1000 * 2 ** Math.min(failures, 5)))
        }
      }
    }
  }

  // What could not be brought up to date now stays marked as old, and is asked again when it is next looked at.
  async function take(rows: readonly ChangeRow[]): Promise<void> {
    if (ended.signal.aborted) return
    if (rows.some(({ model }) => model === 'sys_tenant')) onWorkspace?.()
    await applyChanges(rows, { client, ask, numbers })
  }

  void follow()
  return () => {
    ended.abort()
    unsubscribe()
    unlisten?.()
    calling?.abort()
    rouse?.()
  }
}

const isBehind = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'gone'

function uptoOf({ details }: ApiError): number | null {
  const upto = typeof details === 'object' && details !== null && 'upto' in details ? details.upto : null
  return typeof upto === 'number' ? upto : null
}

const pageVisibility: NonNullable<FollowSettings['watched']> = {
  now: () => document.visibilityState === 'visible',
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

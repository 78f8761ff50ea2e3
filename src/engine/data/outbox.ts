import type { QueryClient } from '@tanstack/react-query'
import { newToken } from '#base/ids.ts'
import type { Json } from '#base/json.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError, problemsOf } from './api-error.ts'
import { askConflict, conflictsOf } from './conflicts.ts'
import { invalidateModel } from './invalidate-model.ts'
import { forgetFiles, forgetFilesOf, sendKeptFiles } from './kept-files.ts'
import { indexedOutboxStore, type OutboxStore, type Waiting } from './outbox-store.ts'

/** Whose entries are meant: those of other people and workspaces are neither shown nor sent. */
export interface OutboxOwner {
  tenantId: string
  userId: string
}

/** The server knows a key for a day; what was tried longer ago may have happened without its knowing. */
const keyKnownFor = 23 * 3600_000

let store: OutboxStore = indexedOutboxStore()
let entries: readonly Waiting[] = []
const listeners = new Set<() => void>()

/** Uses another store, as tests do, and reads it. */
export async function setOutboxStore(other: OutboxStore): Promise<void> {
  store = other
  await readOutbox()
}

/**
 * Reads what waits on this device, whoever kept it. Where the browser has no database nothing waits; answers whether it
 * could be read.
 */
export async function readOutbox(): Promise<boolean> {
  const read = await store.list().catch(() => null)
  show(read ?? [])
  return read !== null
}

/** What waits, oldest first. */
export const waitingEntries = (): readonly Waiting[] => entries

/** Calls back when something else waits; answers how to stop. */
export function onOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Of these, what belongs to one person in one workspace. */
export const entriesOf = (all: readonly Waiting[], owner: OutboxOwner): Waiting[] =>
  all.filter(({ tenantId, userId }) => tenantId === owner.tenantId && userId === owner.userId)

/** Keeps a filled-in form until it can be sent. Rejects where this browser keeps nothing: then it is not kept. */
export async function keepForLater(entry: Omit<Waiting, 'state' | 'problem' | 'at'>): Promise<void> {
  // Later than the one before it, even within a millisecond: it may have been made on top of that.
  const last = Date.parse(entries.at(-1)?.at ?? '') || 0
  const at = new Date(Math.max(Date.now(), last + 1)).toISOString()
  await put({ ...entry, at, state: 'waiting', problem: null })
}

/** Gives an entry up, with its files. */
export async function discardWaiting(key: string): Promise<void> {
  const body = entries.find((entry) => entry.key === key)?.body
  await takeFromOutbox(key)
  // What cannot be forgotten now is loose, and goes later.
  if (body) await forgetFiles(body).catch(() => undefined)
}

/** Takes an entry out that goes on elsewhere: its files stay on the device. */
export async function takeFromOutbox(key: string): Promise<void> {
  await store.remove(key)
  show(entries.filter((entry) => entry.key !== key))
}

/**
 * Forgets what a person kept, in every workspace, and lets them go; asks first where something would be lost. What others
 * kept here waits for them.
 */
export async function beforeLeaving(userId: string, leave: () => Promise<void>): Promise<void> {
  await readOutbox()
  const own = entries.filter((entry) => entry.userId === userId)
  const goWithNothing = async (): Promise<void> => {
    await forgetFilesOf(userId).catch(() => undefined)
    await leave()
  }
  if (own.length === 0) return goWithNothing()
  const drop = async (): Promise<void> => {
    // Where nothing can be kept, nothing is left.
    for (const { key } of own) await discardWaiting(key).catch(() => undefined)
    await goWithNothing()
  }
  toast.warning(t('{{count}} entries wait to be sent and would be lost', { count: own.length }), {
    action: { label: t('Sign out anyway'), onClick: () => void drop() },
  })
}

export interface Post {
  api: ApiClient
  client: QueryClient
  owner: OutboxOwner
  /** Whether the owner still is who works here; always, where nothing is said. */
  isCurrent?(): boolean
}

let sending: Promise<void> | null = null

/**
 * Sends what waits, oldest first, each exactly once; stops when no answer comes. Where a change meets somebody else's the
 * person is asked which value stays, as in any form.
 */
export function sendWaiting(post: Post): Promise<void> {
  sending ??= alone(() => sendAll(post)).finally(() => {
    sending = null
  })
  return sending
}

/** Sends again what was refused, or may have arrived long ago: as something new. */
export async function sendAgain(key: string, post: Post): Promise<void> {
  // Another tab may have sent it.
  await readOutbox()
  const entry = entries.find((one) => one.key === key)
  if (!entry) return
  await replace(entry, { ...entry, key: newToken(), tried: null, state: 'waiting', problem: null })
  await sendWaiting(post)
}

// One tab at a time. The key would hold two from doing it twice, but the person would be asked twice.
async function alone(work: () => Promise<void>): Promise<void> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work()
  await navigator.locks.request('formwork-outbox', async () => {
    await readOutbox()
    await work()
  })
}

async function sendAll(post: Post): Promise<void> {
  const { client, owner } = post
  const sent: Waiting[] = []
  const changed = new Set<string>()
  // A later change of the same record was made on top of the earlier one.
  const held = new Set<string>()
  for (const entry of entriesOf(entries, owner)) {
    if (!mayLeave(post)) break
    // Given up while those before it were on their way.
    if (!(await isThere(entry))) continue
    if (entry.state !== 'waiting' || (entry.id !== null && held.has(entry.id))) {
      if (entry.id !== null) held.add(entry.id)
      continue
    }
    const outcome = await sendOne(post, entry)
    if (outcome === 'away') break
    if (outcome === 'kept') {
      if (entry.id !== null) held.add(entry.id)
      continue
    }
    sent.push(entry)
    for (const model of outcome.changed) changed.add(model)
  }
  await Promise.all([...changed].map((model) => invalidateModel(client, model)))
  const [first] = sent
  if (first)
    toast.success(
      sent.length === 1
        ? t('Sent: {{name}}', { name: first.title })
        : t('{{count}} entries sent', { count: sent.length }),
    )
}

// Offline nothing leaves, so nothing may have arrived.
const mayLeave = ({ isCurrent }: Post): boolean =>
  isCurrent?.() !== false && (typeof navigator === 'undefined' || navigator.onLine !== false)

/** Whether it was not given up meanwhile, here or in another tab. */
async function isThere({ key }: Waiting): Promise<boolean> {
  await readOutbox()
  return entries.some((one) => one.key === key)
}

/** When it was sent: the models whose records it may have changed. */
type Outcome = 'kept' | 'away' | { changed: readonly string[] }

async function sendOne(post: Post, entry: Waiting): Promise<Outcome> {
  if (entry.tried !== null && Date.now() - Date.parse(entry.tried) > keyKnownFor) {
    await replace(entry, { ...entry, state: 'unsure' })
    return 'kept'
  }
  const { model, id, key, tenantId, command } = entry
  let body: Record<string, Json>
  try {
    body = await sendKeptFiles(post.api, entry.body, tenantId, entry.tried !== null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A file that does not get through where others do holds up nothing but its record.
    return error.status === 0 || !(await isThere(entry)) ? 'kept' : refused(post, entry, error)
  }
  // Files take their time.
  if (!(await isThere(entry))) return 'kept'
  if (!mayLeave(post)) return 'away'
  // Put down before it leaves: a tab that is closed on the way knows that it may have arrived.
  const going = { ...entry, tried: entry.tried ?? new Date().toISOString() }
  if (entry.tried === null) await put(going)
  try {
    const request = { body, idempotencyKey: key, headers: { 'X-Tenant-Id': tenantId } }
    const changed = [model]
    if (id === null && command !== undefined) {
      const call = { params: { name: command }, ...request }
      changed.push(...(await post.api.call('POST /api/commands/{name}', call)).models)
    } else if (id === null)
      await post.api.request('POST /api/records/{model}', { params: { model }, ...request })
    else await post.api.request('PATCH /api/records/{model}/{id}', { params: { model, id }, ...request })
    await discardWaiting(key)
    return { changed }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Given up meanwhile: it does not come back.
    return (await isThere(going)) ? refused(post, going, error) : 'kept'
  }
}

/** No answer, or one that says to come back: signed in, or later. The same key finds out whether it happened. */
const away = new Set([0, 401, 409, 425, 429, 502, 503, 504])

async function refused(post: Post, entry: Waiting, error: ApiError): Promise<Outcome> {
  if (away.has(error.status)) return 'away'
  // The server could not do it now: this one waits, and holds up no other.
  if (error.status >= 500) {
    await replace(entry, { ...entry, problem: error.message })
    return 'kept'
  }
  const conflicts = conflictsOf(error)
  if (conflicts.length === 0) {
    const [problem] = problemsOf(error)
    const why = error.status === 404 ? 'It was deleted, or you may not see it.' : error.message
    await replace(entry, { ...entry, state: 'refused', problem: problem?.message ?? why })
    return 'kept'
  }
  // A tab in the background asks nobody.
  const isSeen = typeof document === 'undefined' || document.visibilityState !== 'hidden'
  const chosen = isSeen ? await askConflict(entry.model, conflicts) : null
  if (!(await isThere(entry))) return 'kept'
  if (!chosen) {
    await replace(entry, { ...entry, state: 'choice', problem: null })
    return 'kept'
  }
  const mine = conflicts.map(({ key }) => [key, (chosen[key] ?? null) as Json])
  const seen = conflicts.map(({ key, theirs }) => [key, (theirs ?? null) as Json])
  const base = { ...(entry.body['base'] as Record<string, Json> | undefined), ...Object.fromEntries(seen) }
  // Other values are another write, so it gets a key of its own.
  const next = { ...entry, key: newToken(), tried: null, state: 'waiting' as const }
  next.body = { ...entry.body, ...Object.fromEntries(mine), base }
  await replace(entry, next)
  return mayLeave(post) ? sendOne(post, next) : 'away'
}

async function put(entry: Waiting): Promise<void> {
  await store.put(entry)
  show([...entries.filter(({ key }) => key !== entry.key), entry])
}

/** Puts an entry where another was; its time, and so its turn, stays. */
async function replace(before: Waiting, entry: Waiting): Promise<void> {
  await put(entry)
  if (before.key !== entry.key) await takeFromOutbox(before.key)
}

function show(next: readonly Waiting[]): void {
  entries = next.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const listener of listeners) listener()
}

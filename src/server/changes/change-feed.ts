import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log/logger.ts'
import type { KeptConnection } from '../database/kept-connection.ts'
import { statementName } from '../database/statement-names.ts'
import { listenForChanges } from './listen-for-changes.ts'

type Listener = (tenantId: string, number: number) => void

interface Waiter {
  above: number
  wake(): void
}

const feeds = new WeakMap<pg.Pool, ChangeFeed>()

/** The feed of the server whose requests use this pool, if it runs one. */
export const feedOf = (requests: pg.Pool): ChangeFeed | undefined => feeds.get(requests)

/**
 * Waits for the disk before anybody is told: commits are numbered as they are seen, so numbers that were lost with the power
 * might be given to others, and who knows the old ones would never hear of those.
 */
const numbering = (whose: string): string =>
  `select tenant_id, number from app_private.number_changes(${whose})`

/** How long commits are gathered before they get their numbers together, in milliseconds: the answers of writes go first. */
const gatherFor = 4

/** How often steps that nobody will go back to are removed, in milliseconds. */
const forgetEvery = 3_600_000

/** How often what another process left unnumbered is looked for, in milliseconds: it died between commit and number. */
const lookEvery = 5_000

/**
 * Gives change numbers right after commits and wakes who waits for them. One numbering runs at a time in this process and
 * takes every commit that happened meanwhile, so writers of one workspace never queue; processes take turns in the
 * database. News of other processes come by NOTIFY; where a notification is lost, the next look finds it.
 */
export class ChangeFeed {
  private readonly waiting = new Map<string, Set<Waiter>>()
  private readonly listeners = new Map<Listener, (() => Iterable<string>) | undefined>()
  private readonly listener: KeptConnection
  private readonly owner: pg.Pool
  private readonly log: Logger
  private pending = new Set<string>()
  private running: Promise<void> = Promise.resolve()
  private next: Promise<void> | null = null
  private timers: NodeJS.Timeout[] = []
  private moment: NodeJS.Timeout | null = null
  private stopped = false

  constructor({ owner, requests }: Database, log: Logger) {
    this.owner = owner
    this.log = log
    this.listener = listenForChanges(
      requests.options.connectionString ?? '',
      (tenantId, number) => this.tell(tenantId, number),
      () => void this.look(),
      log,
    )
    feeds.set(requests, this)
  }

  async start(): Promise<void> {
    await this.listener.start()
    await this.look()
    this.timers = [
      setInterval(() => void this.look(), lookEvery),
      setInterval(
        () => void this.ask('select app_private.forget_steps()', null, 'Old steps stay'),
        forgetEvery,
      ),
    ]
    for (const timer of this.timers) timer.unref()
  }

  /** A transaction of this workspace was committed: what it did gets its numbers in a moment, without anybody waiting for it. */
  committed(tenantId: string): void {
    if (this.stopped) return
    this.pending.add(tenantId)
    this.moment ??= setTimeout(() => void this.numberPending(), gatherFor)
  }

  /** Resolves when everything of this workspace that was committed before the call has its number. */
  settled(tenantId: string): Promise<void> {
    if (this.stopped) return Promise.resolve()
    this.pending.add(tenantId)
    return this.numberPending()
  }

  private numberPending(): Promise<void> {
    if (this.moment) clearTimeout(this.moment)
    this.moment = null
    this.next ??= this.running.then(() => {
      this.next = null
      this.running = this.number([...this.pending.keys()])
      return this.running
    })
    return this.next
  }

  /** Resolves when the workspace has a number above `above`, after `ms` milliseconds, or when the server stops. */
  news(tenantId: string, above: number, ms: number, signal?: AbortSignal): Promise<void> {
    if (this.stopped || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const waiters = this.waiting.get(tenantId) ?? new Set<Waiter>()
      this.waiting.set(tenantId, waiters)
      const waiter: Waiter = {
        above,
        wake: () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', waiter.wake)
          waiters.delete(waiter)
          if (waiters.size === 0 && this.waiting.get(tenantId) === waiters) this.waiting.delete(tenantId)
          resolve()
        },
      }
      const timer = setTimeout(waiter.wake, ms)
      signal?.addEventListener('abort', waiter.wake)
      waiters.add(waiter)
    })
  }

  /**
   * Calls back whenever a workspace has new numbers, also those other processes gave; answers how to stop. Of the
   * workspaces that `follows` names it is told every few seconds too, in case a notification was lost.
   */
  listen(listener: Listener, follows?: () => Iterable<string>): () => void {
    this.listeners.set(listener, follows)
    return () => this.listeners.delete(listener)
  }

  /** Lets everybody who waits go, and numbers what is left. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of this.timers) clearInterval(timer)
    for (const waiters of this.waiting.values()) for (const { wake } of waiters) wake()
    await (this.moment ? this.numberPending() : (this.next ?? this.running))
    await this.listener.stop()
  }

  private async number(tenantIds: string[]): Promise<void> {
    if (tenantIds.length === 0) return
    this.pending = new Set()
    await this.ask(numbering('$1'), tenantIds, 'Changes have no numbers yet')
  }

  /** Numbers what anybody left behind, and asks for the numbers of workspaces in which somebody waits. */
  private async look(): Promise<void> {
    await this.ask(numbering(''), null, 'Changes have no numbers yet')
    const followed = [...this.listeners.values()].flatMap((follows) => (follows ? [...follows()] : []))
    const waited = [...new Set([...this.waiting.keys(), ...followed])]
    if (waited.length > 0)
      await this.ask(
        'select tenant_id, number from app_private.last_changes($1)',
        waited,
        'Nobody could be told of changes',
      )
  }

  // A database that cannot be asked now is asked again by the next look; nothing is lost meanwhile.
  private async ask(text: string, tenantIds: string[] | null, trouble: string): Promise<void> {
    try {
      const name = statementName(text)
      const values = tenantIds ? [tenantIds] : []
      const { rows } = await this.owner.query<{ tenant_id: string; number: string }>({
        text,
        values,
        ...(name && { name }),
      })
      for (const row of rows) this.tell(row.tenant_id, Number(row.number))
    } catch (error) {
      this.log.warn(trouble, { why: error instanceof Error ? error.message : String(error) })
    }
  }

  private tell(tenantId: string, number: number): void {
    for (const listener of this.listeners.keys()) listener(tenantId, number)
    for (const { above, wake } of this.waiting.get(tenantId) ?? []) if (number > above) wake()
  }
}

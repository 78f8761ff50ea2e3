import { newId } from '#base/ids.ts'
import type { JsonObject } from '#base/json.ts'
import { PresenceView } from './presence-view.ts'
import type { Grant, Presence, RealtimePerson } from './realtime-ports.ts'
import type { RowBinding } from './row-binding.ts'
import type { RealtimeSocket } from './realtime-socket.ts'

/** How a channel was asked for. */
export interface ChannelWishes {
  joinRef: string | null
  /** Their own broadcasts too. */
  self: boolean
  /** A reply to each broadcast. */
  ack: boolean
  /** Who else is there. */
  presence: boolean
}

/** Milliseconds a timer can wait at most. */
const longestTimer = 2_147_000_000

/** One topic that one socket listens to, as one person, for as long as their token and their rights hold. */
export class RealtimeChannel {
  /** Names this place among those who are there. */
  readonly ref = newId()
  /** What this person said of themselves; null while they do not show themselves. */
  tracked: JsonObject | null = null
  /** The changes of rows it was told when it caught up, by `nameOfChange`: they are not told again. */
  readonly caughtUp = new Set<string>()
  private readonly view = new PresenceView()
  private told = false
  private expiry: NodeJS.Timeout | undefined

  constructor(
    readonly socket: RealtimeSocket,
    readonly topic: string,
    readonly wishes: ChannelWishes,
    public person: RealtimePerson,
    public grant: Grant,
    /** The changes of rows it asked for. */
    readonly bindings: readonly RowBinding[] = [],
  ) {
    this.watchExpiry()
  }

  /** A token of the same person that holds longer. */
  renew(person: RealtimePerson, grant: Grant): void {
    this.person = person
    this.grant = grant
    this.watchExpiry()
  }

  /** The earliest moment from which on it wants the changes of rows it has not heard; null: it was not away. */
  get since(): string | null {
    const asked = this.bindings.flatMap(({ since }) => since ?? [])
    return asked.toSorted((a, b) => Date.parse(a) - Date.parse(b) || (a < b ? -1 : 1))[0] ?? null
  }

  send(event: string, payload: unknown): void {
    const { joinRef } = this.wishes
    this.socket.send({ joinRef, ref: null, topic: `realtime:${this.topic}`, event, payload })
  }

  /** Says what is the matter, beside the messages of the topic. */
  system(status: 'ok' | 'error', extension: string, message: string): void {
    this.send('system', { status, extension, message, channel: this.topic })
  }

  /** Tells who is there, as far as this person may see; the first time everybody, later what changed. */
  async showPresent(present: readonly Presence[]): Promise<void> {
    const { presence } = this.grant
    if (!presence || !this.wishes.presence) return
    const seen = await presence.see(present)
    if (!this.socket.has(this)) return
    const diff = this.view.update(seen)
    if (!this.told) this.send('presence_state', this.view.state())
    else if (diff) this.send('presence_diff', diff)
    this.told = true
  }

  /** Ends it from our side: the client hears why and that it is closed. */
  end(why: string): void {
    if (!this.socket.has(this)) return
    this.system('error', 'system', why)
    this.socket.drop(this)
  }

  /** Only for the socket, which knows when a channel is over. */
  stop(): void {
    clearTimeout(this.expiry)
  }

  private watchExpiry(): void {
    clearTimeout(this.expiry)
    const left = this.person.expiresAt * 1000 - Date.now()
    this.expiry = setTimeout(() => this.end('Token has expired'), Math.max(0, Math.min(left, longestTimer)))
    this.expiry.unref()
  }
}

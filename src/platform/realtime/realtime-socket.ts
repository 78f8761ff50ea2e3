import type WebSocket from 'ws'
import type { JsonObject } from '#base/json.ts'
import { joinChannel, refusalOf, tellOfBindings, topicName } from './join-channel.ts'
import { MalformedFrame, readFrame, type Frame, type Version } from './read-frame.ts'
import type { RealtimeChannel } from './realtime-channel.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { Allowance, type SocketLimits } from './socket-limits.ts'
import { writeFrame, type OutFrame } from './write-frame.ts'

/** Ends of a socket from our side; clients come back by themselves after each of them. */
const closes = {
  malformed: [1007, 'Not the form of the protocol'],
  flood: [1008, 'Too many messages'],
  slow: [1013, 'Too slow: come back, and catch up from the last change number you have'],
  silent: [1001, 'No heartbeat'],
  idle: [1001, 'No channel'],
  stopping: [1012, 'The server stops: come back, and catch up from the last change number you have'],
} as const

/** Milliseconds a client that was sent away has to go by itself. */
const patience = 3_000

/** One connection of a client, from the handshake to the end. */
export class RealtimeSocket {
  /** When the client was last heard of, as `Date.now()`. */
  heard = Date.now()
  /** Since when it listens to nothing; null while it does. */
  idleSince: number | null = Date.now()
  private readonly channels = new Map<string, RealtimeChannel>()
  private readonly joins: Allowance
  private readonly messages: Allowance
  private readonly moves: Allowance
  private work: Promise<void> = Promise.resolve()
  private waiting = 0
  private closed = false

  constructor(
    private readonly connection: WebSocket,
    readonly version: Version,
    private readonly hub: RealtimeHub,
    private readonly limits: SocketLimits,
    private readonly log: (message: string) => void,
  ) {
    this.joins = new Allowance(limits.joins)
    this.messages = new Allowance(limits.messages)
    this.moves = new Allowance(limits.moves)
    connection.on('message', (data, isBinary) => this.take(data as Buffer, isBinary))
    connection.on('close', () => this.over())
    // A message over the limit, or one that breaks the protocol of WebSockets: it closes by itself.
    connection.on('error', () => undefined)
  }

  /** Whether a channel is still one of this socket's. */
  has(channel: RealtimeChannel): boolean {
    return !this.closed && this.channels.get(channel.topic) === channel
  }

  send(frame: OutFrame): void {
    this.sendWritten(writeFrame(this.version, frame))
  }

  /** Sends what is already in this socket's form. A client that does not take what it is sent is sent away. */
  sendWritten(data: string | Buffer): void {
    if (this.closed) return
    if (this.connection.bufferedAmount > this.limits.unsentBytes) {
      this.close('slow')
      return
    }
    this.connection.send(data, () => undefined)
  }

  /** Ends a channel: the client hears that it is closed. */
  drop(channel: RealtimeChannel): void {
    if (!this.has(channel)) return
    channel.send('phx_close', {})
    this.forget(channel)
  }

  close(why: keyof typeof closes): void {
    if (this.closed) return
    const [code, reason] = closes[why]
    this.over()
    this.connection.close(code, reason)
    setTimeout(() => this.connection.terminate(), patience).unref()
  }

  /** Whether everything it has to send is sent and the other side has said goodbye. */
  get isGone(): boolean {
    return this.connection.readyState === this.connection.CLOSED
  }

  terminate(): void {
    this.over()
    this.connection.terminate()
  }

  private over(): void {
    this.closed = true
    for (const channel of this.channels.values()) this.forget(channel)
  }

  private forget(channel: RealtimeChannel): void {
    channel.stop()
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic)
    if (this.channels.size === 0) this.idleSince ??= Date.now()
    this.hub.remove(channel)
  }

  private take(data: Buffer, isBinary: boolean): void {
    this.heard = Date.now()
    if (this.closed) return
    if (!this.messages.take() || this.waiting >= this.limits.waiting) {
      this.close('flood')
      return
    }
    let frame: Frame
    try {
      frame = readFrame(data, isBinary, this.version)
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error
      this.close('malformed')
      return
    }
    this.waiting += 1
    // In the order they came: what follows a join counts on it.
    this.work = this.work
      .then(() => (this.closed ? undefined : this.answer(frame)))
      .catch((error: unknown) => {
        this.log(`A realtime message could not be answered: ${String(error)}`)
        this.reply(frame, 'error', { reason: 'This cannot be answered now: try again' })
      })
      .finally(() => void (this.waiting -= 1))
  }

  private reply(frame: Frame, status: 'ok' | 'error', response: JsonObject = {}): void {
    if (frame.ref === null) return
    const { joinRef, ref, topic } = frame
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  private async answer(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix') {
      this.reply(frame, frame.event === 'heartbeat' ? 'ok' : 'error')
      return
    }
    if (frame.event === 'phx_join') return this.join(frame)
    const channel = this.channels.get(topicName(frame.topic) ?? '')
    const isOld = frame.joinRef !== null && channel?.wishes.joinRef !== frame.joinRef
    if (!channel || isOld) {
      this.reply(frame, 'error', { reason: 'unmatched topic' })
      return
    }
    if (frame.event === 'phx_leave') {
      this.reply(frame, 'ok')
      this.drop(channel)
    } else if (frame.event === 'access_token') await this.renew(channel, frame)
    else if (frame.said) await this.broadcast(channel, frame)
    else if (frame.event === 'presence') await this.presence(channel, frame)
    else this.reply(frame, 'error', { reason: 'unknown event' })
  }

  private async join(frame: Frame): Promise<void> {
    const name = topicName(frame.topic) ?? ''
    const before = this.channels.get(name)
    if (!this.joins.take()) return this.reply(frame, 'error', { reason: 'Too many joins: try again' })
    if (!before && this.channels.size >= this.limits.channels)
      return this.reply(frame, 'error', { reason: 'Too many channels' })
    // Asking again for a topic begins it anew.
    if (before) this.drop(before)
    const joined = await joinChannel(this.hub, this, frame)
    if ('reason' in joined) return this.reply(frame, 'error', joined)
    const { channel, bindings } = joined
    if (this.closed) return channel.stop()
    this.channels.set(channel.topic, channel)
    this.idleSince = null
    this.reply(frame, 'ok', { postgres_changes: bindings })
    tellOfBindings(channel, bindings)
    this.hub.add(channel)
    return undefined
  }

  private async renew(channel: RealtimeChannel, { payload }: Frame): Promise<void> {
    const token = payload['access_token']
    const person = typeof token === 'string' ? await this.hub.access.identify(token) : null
    // Another person is another channel.
    if (!person || person.userId !== channel.person.userId) return channel.end('This token does not hold')
    const grants = await this.hub.access.authorise(person, [channel.topic])
    if (this.has(channel)) this.hub.regrant(channel, person, grants.get(channel.topic))
    return undefined
  }

  private async broadcast(channel: RealtimeChannel, frame: Frame): Promise<void> {
    const { said } = frame
    if (!said) return undefined
    if (!channel.grant.mayPublish) return this.reply(frame, 'error', { reason: refusalOf(channel.topic) })
    const message = { topic: channel.topic, ...said }
    this.hub.deliver(message, channel.wishes.self ? null : channel)
    await this.hub.exchange.tell(message)
    if (channel.wishes.ack) this.reply(frame, 'ok')
    return undefined
  }

  private async presence(channel: RealtimeChannel, frame: Frame): Promise<void> {
    const { presence } = channel.grant
    if (!presence) return this.reply(frame, 'error', { reason: refusalOf(channel.topic) })
    if (!this.moves.take()) return this.reply(frame, 'error', { reason: 'Too many moves: try again' })
    const { event, payload } = frame.payload
    if (event !== 'track' && event !== 'untrack')
      return this.reply(frame, 'error', { reason: 'unknown event' })
    const said = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {}
    const shown = event === 'track' ? await presence.show(said) : null
    if (!this.has(channel)) return undefined
    channel.tracked = shown
    await this.hub.show(channel)
    // It may have left while this was put down.
    if (!this.has(channel) && shown) await this.hub.exchange.removePresence(channel.topic, [channel.ref])
    this.reply(frame, 'ok')
    return undefined
  }
}

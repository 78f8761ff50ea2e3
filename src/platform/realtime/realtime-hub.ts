import type { RealtimeChannel } from './realtime-channel.ts'
import type {
  Exchange,
  Grant,
  News,
  RealtimeAccess,
  RealtimePerson,
  RowNews,
  Said,
} from './realtime-ports.ts'
import type { Version } from './read-frame.ts'
import { concerns } from './row-binding.ts'
import { nameOfChange, tellMissed, tellRow } from './tell-row.ts'
import { writeSaid } from './write-frame.ts'

/** Milliseconds over which moves of those who are there are told together. */
const gather = 40
/** Milliseconds between looks whether everybody may still what they may. */
const lookEvery = 10_000
/** Milliseconds after which nobody is trusted whose rights could not be asked. */
const trustFor = 60_000
const atOnce = 4
/** Changes of rows remembered as told. */
const remembered = 10_000

export interface HubOptions {
  access: RealtimeAccess
  exchange: Exchange
  log(message: string): void
}

/** All channels of this process by topic: what is said goes to them, and their rights are asked again. */
export class RealtimeHub {
  readonly access: RealtimeAccess
  readonly exchange: Exchange
  private readonly log: (message: string) => void
  private readonly topics = new Map<string, Set<RealtimeChannel>>()
  private readonly moved = new Map<string, { again: boolean }>()
  private readonly trusted = new WeakMap<RealtimeChannel, number>()
  private readonly timer: NodeJS.Timeout
  private asking: Promise<void> = Promise.resolve()
  private telling: Promise<void> = Promise.resolve()
  /** The changes told last, oldest first: a word of one of them that comes again finds it told. */
  private readonly told = new Set<string>()
  private busy = 0
  private stopped = false

  constructor({ access, exchange, log }: HubOptions) {
    this.access = access
    this.exchange = exchange
    this.log = log
    exchange.listen((news) => this.hear(news))
    this.timer = setInterval(() => this.busy || this.askAgain(() => true), lookEvery)
    this.timer.unref()
  }

  /** The topics somebody here listens to. */
  *heard(): Iterable<string> {
    yield* this.topics.keys()
  }

  add(channel: RealtimeChannel): void {
    const channels = this.topics.get(channel.topic) ?? new Set()
    this.topics.set(channel.topic, channels.add(channel))
    this.trusted.set(channel, Date.now())
    if (channel.wishes.presence && channel.grant.presence) this.showSoon(channel.topic)
    const { since } = channel
    if (since !== null) this.tellNext(() => this.catchUp(channel, since))
  }

  remove(channel: RealtimeChannel): void {
    const channels = this.topics.get(channel.topic)
    channels?.delete(channel)
    if (channels?.size === 0) this.topics.delete(channel.topic)
    if (channel.tracked) {
      channel.tracked = null
      this.exchange
        .removePresence(channel.topic, [channel.ref])
        .catch((error: unknown) => this.log(`Somebody who left is still shown: ${String(error)}`))
      this.showSoon(channel.topic)
    }
  }

  /** Gives what was said to everybody here who listens, `except` one. */
  deliver(said: Said, except: RealtimeChannel | null = null): void {
    const written = new Map<Version, string | Buffer | null>()
    for (const channel of this.topics.get(said.topic) ?? []) {
      if (channel === except) continue
      const { version } = channel.socket
      if (!written.has(version)) written.set(version, writeSaid(version, said))
      const frame = written.get(version)
      if (frame) channel.socket.sendWritten(frame)
    }
  }

  /** Puts down what somebody shows of themselves, for everybody everywhere. */
  async show(channel: RealtimeChannel): Promise<void> {
    const { topic, ref, person, tracked } = channel
    if (tracked === null) await this.exchange.removePresence(topic, [ref])
    else await this.exchange.putPresence(topic, { ref, userId: person.userId, shown: tracked })
    this.showSoon(topic)
  }

  /** Asks again what those may whom `concerns` names; who may no longer is shown out. */
  askAgain(concerns: (channel: RealtimeChannel) => boolean): void {
    this.busy += 1
    this.asking = this.asking.then(() => this.askAll(concerns)).finally(() => void (this.busy -= 1))
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await Promise.all([this.asking, this.telling])
  }

  private hear(news: News): void {
    if (news.kind === 'said') this.deliver(news.said)
    else if (news.kind === 'presence') this.showSoon(news.topic)
    else if (news.kind === 'row') this.tellSoon(news.row)
    else if (news.kind === 'rights')
      this.askAgain(
        ({ topic, person }) =>
          (news.tenantId === null || topic.split(':')[1] === news.tenantId) &&
          (news.userId === null || news.userId === person.userId),
      )
    else {
      for (const channels of this.topics.values())
        for (const channel of channels)
          if (channel.tracked) this.show(channel).catch((error: unknown) => this.log(String(error)))
      for (const topic of this.topics.keys()) this.showSoon(topic)
      this.askAgain(() => true)
    }
  }

  // In the order of the commits; what nobody asked for costs nothing.
  private tellSoon(news: RowNews): void {
    const waiting = [...this.topics.values()].flatMap((channels) =>
      [...channels].filter(({ bindings }) => bindings.length > 0),
    )
    const isWanted = waiting.some(({ bindings }) => bindings.some((binding) => concerns(binding, news)))
    if (isWanted) this.tellNext(() => this.tellChanges(waiting, news.at))
  }

  private tellNext(work: () => Promise<void>): void {
    const isLost = (error: unknown): void => this.log(`A changed row could not be told: ${String(error)}`)
    this.telling = this.telling.then(() => (this.stopped ? undefined : work())).catch(isLost)
  }

  // The first word of a transaction tells all of it, in its order; the words that follow find it told.
  private async tellChanges(waiting: readonly RealtimeChannel[], at: string): Promise<void> {
    const { tables } = this.access
    for (const change of await tables.changesAt(at)) {
      const name = nameOfChange(change)
      if (this.told.has(name)) continue
      this.told.add(name)
      this.forgetOldest(change.at)
      await tellRow(waiting, change, tables, this.log)
    }
  }

  // Those of the moment being told stay, however many: its other words are still to come.
  private forgetOldest(at: string): void {
    for (const name of this.told) {
      if (this.told.size <= remembered || name.startsWith(`${at} `)) return
      this.told.delete(name)
    }
  }

  // What is told from now on waits behind this: nothing is left out between the two, and nothing told twice.
  private async catchUp(channel: RealtimeChannel, since: string): Promise<void> {
    const { tables } = this.access
    const missed = await tables.changesSince(since).catch((error: unknown) => {
      this.log(`What somebody missed could not be read: ${String(error)}`)
      return null
    })
    if (!missed) {
      channel.system(
        'error',
        'postgres_changes',
        `The changes since ${since} are no longer kept: read the rows anew`,
      )
      return
    }
    await tellMissed(channel, missed, tables, this.log)
  }

  // One telling a topic at a time; what moves meanwhile is told by the next.
  private showSoon(topic: string): void {
    const under = this.moved.get(topic)
    if (under) {
      under.again = true
      return
    }
    const turn = { again: false }
    this.moved.set(topic, turn)
    setTimeout(() => {
      turn.again = false
      this.showPresent(topic)
        .catch((error: unknown) => this.log(`Who is there could not be told: ${String(error)}`))
        .finally(() => {
          this.moved.delete(topic)
          if (turn.again && !this.stopped) this.showSoon(topic)
        })
    }, gather).unref()
  }

  private async showPresent(topic: string): Promise<void> {
    const wanted = [...(this.topics.get(topic) ?? [])].filter(
      ({ wishes, grant }) => wishes.presence && grant.presence,
    )
    if (wanted.length === 0) return
    const present = await this.exchange.readPresence(topic)
    for (const channel of wanted) await channel.showPresent(present)
  }

  private async askAll(concerns: (channel: RealtimeChannel) => boolean): Promise<void> {
    if (this.stopped) return
    const byPerson = new Map<string, RealtimeChannel[]>()
    for (const channels of this.topics.values())
      for (const channel of channels) {
        if (!concerns(channel)) continue
        const { userId, sessionId } = channel.person
        const key = `${userId} ${sessionId}`
        byPerson.set(key, [...(byPerson.get(key) ?? []), channel])
      }
    const waiting = [...byPerson.values()]
    const work = async (): Promise<void> => {
      for (let own = waiting.pop(); own && !this.stopped; own = waiting.pop()) await this.askFor(own)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  private async askFor(channels: readonly RealtimeChannel[]): Promise<void> {
    const [first] = channels
    if (!first) return
    try {
      const topics = [...new Set(channels.map(({ topic }) => topic))]
      const grants = await this.access.authorise(first.person, topics)
      for (const channel of channels) this.regrant(channel, channel.person, grants.get(channel.topic))
    } catch (error) {
      this.log(`Rights could not be asked: ${String(error)}`)
      for (const channel of channels)
        if (Date.now() - (this.trusted.get(channel) ?? 0) > trustFor)
          channel.end('Rights cannot be asked now')
    }
  }

  /** What a person may at their channel from now on; nothing: it ends. */
  regrant(channel: RealtimeChannel, person: RealtimePerson, grant: Grant | undefined): void {
    if (!grant) {
      channel.end('You may no longer listen here')
      return
    }
    this.trusted.set(channel, Date.now())
    channel.renew(person, grant)
    if (grant.presence) this.showSoon(channel.topic)
  }
}

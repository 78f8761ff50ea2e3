/** What one socket may. */
export interface SocketLimits {
  /** Bytes of one message. */
  messageBytes: number
  /** Channels joined at once. */
  channels: number
  /** Joins, messages and moves of presence a second; twice as many may be saved up. */
  joins: number
  messages: number
  moves: number
  /** Messages that wait to be answered. */
  waiting: number
  /** Bytes on their way to a client that does not take them. */
  unsentBytes: number
  /** Sockets of one address, and of all together. */
  perAddress: number
  sockets: number
}

export const defaultSocketLimits: SocketLimits = {
  messageBytes: 262_144,
  channels: 100,
  joins: 20,
  messages: 60,
  moves: 8,
  waiting: 250,
  unsentBytes: 1_048_576,
  perAddress: 500,
  sockets: 10_000,
}

/** So many a second, refilled evenly; twice as many may be saved up. */
export class Allowance {
  private left: number
  private at = performance.now()

  constructor(private readonly perSecond: number) {
    this.left = perSecond * 2
  }

  /** Takes one; false when there is none. */
  take(): boolean {
    const now = performance.now()
    this.left = Math.min(this.perSecond * 2, this.left + ((now - this.at) / 1000) * this.perSecond)
    this.at = now
    if (this.left < 1) return false
    this.left -= 1
    return true
  }
}

import type { RealtimeChannel } from '@supabase/supabase-js'
import WebSocket from 'ws'
import type { Person } from './people.ts'
import type { TestServer } from './start-test-server.ts'

export interface JoinWishes {
  presence?: boolean
  self?: boolean
  ack?: boolean
  private?: boolean
  key?: string
}

export interface Heard {
  channel: RealtimeChannel
  /** What subscribing said, newest last. */
  states: string[]
  why: string[]
  said: { event: string; payload: unknown }[]
  system: { status: string; extension: string; message: string }[]
  /** Who is there, as the client sees it: what is shown of each. */
  present(): Record<string, unknown>[]
}

/** Joins a topic with the real client, and keeps what comes. Settles when the first answer is there. */
export async function join(person: Person, topic: string, wishes: JoinWishes = {}): Promise<Heard> {
  const { realtime } = person.supabase
  await realtime.setAuth(person.token || null)
  const channel = person.supabase.channel(topic, {
    config: {
      private: wishes.private ?? true,
      broadcast: { self: wishes.self ?? false, ack: wishes.ack ?? false },
      presence: { enabled: wishes.presence ?? false, key: wishes.key ?? '' },
    },
  })
  const heard: Heard = {
    channel,
    states: [],
    why: [],
    said: [],
    system: [],
    present: () => Object.values(channel.presenceState<Record<string, unknown>>()).flat(),
  }
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.said.push({ event, payload }))
  channel.on('system', {}, (message: Heard['system'][number]) => heard.system.push(message))
  await new Promise<void>((resolve) => {
    channel.subscribe((state, error) => {
      heard.states.push(state)
      if (error) heard.why.push(error.message)
      resolve()
    })
  })
  return heard
}

export interface RawSocket {
  socket: WebSocket
  /** Texts and bytes that came, as texts. */
  frames: string[]
  send(frame: unknown): void
  /** Code and reason of the close. */
  closed: Promise<[code: number, reason: string]>
}

/** A WebSocket without a client: what is sent is sent as it is. Rejects with the status when the handshake is refused. */
export async function rawSocket(
  server: TestServer,
  options: { query?: string; headers?: Record<string, string> } = {},
): Promise<RawSocket> {
  const { anonKey } = server.services.hostedService()
  const query = options.query ?? `apikey=${anonKey}&vsn=1.0.0`
  const address = `${server.url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query}`
  const socket = new WebSocket(address, { headers: options.headers ?? {} })
  const frames: string[] = []
  socket.on('message', (data) => frames.push(String(data)))
  const closed = new Promise<[number, string]>((done) =>
    socket.on('close', (code, reason) => done([code, reason.toString()])),
  )
  await new Promise<void>((open, refused) => {
    socket.once('open', () => open())
    socket.once('unexpected-response', (_request, answer) => {
      answer.resume()
      refused(new Error(String(answer.statusCode)))
    })
    socket.once('error', refused)
  })
  socket.on('error', () => undefined)
  return { socket, frames, closed, send: (frame) => socket.send(JSON.stringify(frame)) }
}

/** The message that joins a topic, in the first form of the protocol. */
export const joinFrame = (
  topic: string,
  token: string | undefined,
  config: object = { private: true },
): object => ({
  topic: `realtime:${topic}`,
  event: 'phx_join',
  ref: '1',
  join_ref: '1',
  payload: { config, ...(token !== undefined && { access_token: token }) },
})

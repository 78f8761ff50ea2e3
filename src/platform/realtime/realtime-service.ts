import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { broadcastApp } from './broadcast-app.ts'
import { isAllowedOrigin, type OriginRules } from './check-origin.ts'
import { versions } from './read-frame.ts'
import { RealtimeHub } from './realtime-hub.ts'
import type { Exchange, RealtimeAccess } from './realtime-ports.ts'
import { RealtimeSocket } from './realtime-socket.ts'
import { defaultSocketLimits, type SocketLimits } from './socket-limits.ts'

export interface RealtimeOptions {
  access: RealtimeAccess
  exchange: Exchange
  origins: OriginRules
  /** The public key of the application, which every handshake carries. */
  anonKey(): string
  /** Where a connection comes from: of the socket, or of what our own proxies say. */
  addressOf(request: IncomingMessage): string
  log(message: string): void
  limits?: Partial<SocketLimits>
}

export interface Realtime {
  /** Mounted at `/`: answers `/realtime/v1/*` but the socket. */
  app: Hono
  /** Takes a handshake when it is for us; answers whether it was. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Says something at a topic, to those who listen in this process. `payload` is a JSON object. */
  announce(topic: string, event: string, payload: object): void
  /** The topics somebody listens to in this process. */
  heard(): Iterable<string>
  /** Sends everybody away and waits until they are gone. */
  stop(): Promise<void>
}

const path = '/realtime/v1/websocket'
/** Milliseconds without a heartbeat (they come every 25 s) after which a client is given up. */
const longestSilence = 70_000
/** Milliseconds a client may be connected without listening to anything. */
const longestIdle = 120_000
const longestGoodbye = 2_000

/** Serves the hosted service's realtime protocol: channels over WebSockets, and broadcasts by HTTP. */
export function startRealtime(options: RealtimeOptions): Realtime {
  const limits = { ...defaultSocketLimits, ...options.limits }
  const hub = new RealtimeHub(options)
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const sockets = new Map<RealtimeSocket, string>()
  const perAddress = new Map<string, number>()
  const timer = setInterval(() => {
    const now = Date.now()
    for (const socket of sockets.keys())
      if (now - socket.heard > longestSilence) socket.close('silent')
      else if (socket.idleSince !== null && now - socket.idleSince > longestIdle) socket.close('idle')
  }, 10_000)
  timer.unref()
  let stopping = false

  function open(connection: WebSocket, version: (typeof versions)[number], address: string): void {
    const socket = new RealtimeSocket(connection, version, hub, limits, options.log)
    sockets.set(socket, address)
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
    connection.on('close', () => {
      sockets.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    })
  }

  return {
    app: broadcastApp(hub, options),
    upgrade(request, socket, head) {
      const given = request.url ?? '/'
      if (!URL.canParse(given, 'http://here')) return false
      const url = new URL(given, 'http://here')
      if (url.pathname !== path) return false
      socket.on('error', () => undefined)
      const address = options.addressOf(request)
      const version = versions.find((one) => one === (url.searchParams.get('vsn') ?? '1.0.0'))
      const refusal = stopping
        ? '503 Service Unavailable'
        : !isAllowedOrigin(options.origins, request.headers.host ?? '', request.headers.origin)
          ? '403 Forbidden'
          : carriesSecret(url) || !version
            ? '400 Bad Request'
            : !isSame(url.searchParams.get('apikey') ?? '', options.anonKey())
              ? '401 Unauthorized'
              : sockets.size >= limits.sockets || (perAddress.get(address) ?? 0) >= limits.perAddress
                ? '429 Too Many Requests'
                : null
      if (refusal || !version)
        socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      else server.handleUpgrade(request, socket, head, (connection) => open(connection, version, address))
      return true
    },
    announce: (topic, event, payload) =>
      hub.deliver({ topic, event, body: { json: JSON.stringify(payload) } }),
    heard: () => hub.heard(),
    async stop() {
      stopping = true
      clearInterval(timer)
      for (const socket of sockets.keys()) socket.close('stopping')
      const until = Date.now() + longestGoodbye
      while (sockets.size > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20))
      for (const socket of sockets.keys()) socket.terminate()
      await hub.stop()
    },
  }
}

// A token in an address would end up in the logs of whoever stands between.
const carriesSecret = ({ searchParams }: URL): boolean =>
  searchParams.has('access_token') || searchParams.has('token')

const isSame = (given: string, known: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}

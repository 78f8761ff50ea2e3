import type { Context } from 'hono'
import type { ServerEnv } from './context.ts'

/**
 * Who is at the other end. `X-Forwarded-For` counts only as far as our own proxies wrote it: `trusted` of them stand in
 * front, each appends one address. An IPv6 address stands for its /64, which one household has to itself.
 */
export function clientAddress(context: Context<ServerEnv>, trusted: number): string {
  const peer = context.env.incoming?.socket.remoteAddress ?? ''
  return addressBehind(peer, context.req.header('x-forwarded-for'), trusted)
}

/** The same from what a connection says itself: its other end, and the header as it came. */
export function addressBehind(peer: string, forwardedFor: string | undefined, trusted: number): string {
  if (trusted === 0) return network(peer)
  const forwarded = (forwardedFor ?? '').split(',').map((part) => part.trim())
  return network(forwarded.at(-trusted) || peer)
}

function network(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain
}

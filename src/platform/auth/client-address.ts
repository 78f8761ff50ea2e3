import { isIPv6 } from 'node:net'
import type { Context } from 'hono'

/** What @hono/node-server puts into a request's environment. */
interface NodeEnvironment {
  incoming?: { socket?: { remoteAddress?: string } }
}

/**
 * Where a request comes from: the socket's other end or, behind `trustedProxies` proxies of ours, what the outermost
 * of them saw. What a client writes into `X-Forwarded-For` itself stands further left and is never looked at.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const environment = (c.env ?? {}) as NodeEnvironment
  const socket = environment.incoming?.socket?.remoteAddress ?? '0.0.0.0'
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const address = trustedProxies > 0 ? forwarded.at(-trustedProxies) || socket : socket
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** The key limits count by. One household or attacker owns a whole IPv6 /64, so that is one key. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  return [...left, ...Array<string>(gap).fill('0'), ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}

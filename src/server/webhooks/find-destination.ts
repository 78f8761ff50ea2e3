import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { AppError } from '#base/app-error.ts'
import { saying, type Message } from '#base/saying.ts'
import type { Settings } from '../settings.ts'
import { isPublicAddress } from './public-address.ts'

type Rules = Pick<Settings, 'production' | 'webhooksToInnerAddresses'>
type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

/** Where a delivery goes: the address that was checked is the one that is connected. */
export interface Destination {
  url: URL
  host: string
  address: string
  family: number
}

const innerName = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i
/** Where databases, caches and managers listen that take a posted text for commands. */
const servicePorts = new Set([
  1433, 1521, 2019, 2049, 2181, 2375, 2376, 2379, 3306, 4369, 5432, 5672, 5984, 6000, 6379, 6443, 6667, 8500,
  9042, 9200, 9300, 10_250, 11_211, 15_672, 27_017,
])
const blocked = (message: string | Message): AppError => new AppError('destination_blocked', message)

/**
 * Reads an address that somebody wants to be told at, without asking anybody: https (http only in development), no
 * password in it, no inner host by name or number, and no port of another service. Throws `destination_blocked`.
 */
export function readDestination(text: string, rules: Rules): URL {
  if (!URL.canParse(text)) throw blocked('This is no web address.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && (rules.production || url.protocol !== 'http:'))
    throw blocked('The address must begin with https://.')
  if (url.username !== '' || url.password !== '') throw blocked('An address may hold no password.')
  if (rules.webhooksToInnerAddresses) return url
  const host = hostOf(url)
  const isInner = isIP(host) === 0 ? innerName.test(host) || !host.includes('.') : !isPublicAddress(host)
  if (isInner) throw blocked('This address is inside a private network.')
  const port = Number(url.port || 443)
  if ((port < 1024 && port !== 80 && port !== 443) || servicePorts.has(port))
    throw blocked('This port is one of another service, not of a web address.')
  return url
}

/** As `readDestination`, and asks DNS now: every answer must be public. Throws `destination_blocked`. */
export async function findDestination(
  text: string,
  rules: Rules,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): Promise<Destination> {
  const url = readDestination(text, rules)
  const host = hostOf(url)
  const found = await resolve(host).catch(() => [])
  const [first] = found
  if (!first) throw blocked(saying('{{host}} is not known.', { host }))
  // One private answer among several is a name that can point there the next moment.
  if (!rules.webhooksToInnerAddresses && !found.every(({ address }) => isPublicAddress(address)))
    throw blocked('This address is inside a private network.')
  return { url, host, ...first }
}

// URL writes 2130706433, 0x7f.1 and 0177.0.0.1 as 127.0.0.1, and IPv6 in brackets; a last point means the same host.
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

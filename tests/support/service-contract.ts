import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'

/** What went over the wire once: which call, with which body, answered how. Values are replaced by what kind they are. */
interface Exchange {
  call: string
  body: unknown
  status: number
  answer: unknown
}

const file = join(import.meta.dirname, '../../fixtures/hosted/contract.json')

/** Where the tests of the hosted mode find a project, if there is one. */
export interface HostedProject {
  url: string
  anonKey: string
  serviceKey: string
  databaseUrl: string
}

/** The project that `HOSTED_*` names, or null: then the recorded contract stands in for one. */
export function hostedProject(): HostedProject | null {
  const {
    HOSTED_URL: url,
    HOSTED_ANON_KEY: anonKey,
    HOSTED_SERVICE_KEY: serviceKey,
    HOSTED_DATABASE_URL: databaseUrl,
  } = process.env
  if (!url) return null
  if (!anonKey || !serviceKey || !databaseUrl)
    throw new Error('HOSTED_URL needs HOSTED_ANON_KEY, HOSTED_SERVICE_KEY and HOSTED_DATABASE_URL.')
  return { url, anonKey, serviceKey, databaseUrl }
}

/**
 * Sends what the real client asks, and keeps what was said in a form that is the same each time: an id is `"uuid"`, a time
 * `"time"`, a token `"text"`. `compare` holds it against the recorded contract, which `HOSTED_RECORD=1` writes anew.
 */
export class ServiceContract {
  private readonly said: Exchange[] = []

  readonly send: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : String(input))
    const copy = await answer.clone().text()
    const path = url.pathname.replace(uuids, '{id}').replace(/(\/upload\/resumable\/).+/, '$1{id}')
    this.said.push({
      call: `${init?.method ?? 'GET'} ${path}${namesOf(url.searchParams)}`,
      body: kindOf(parse(typeof init?.body === 'string' ? init.body : '')),
      status: answer.status,
      // An upload in pieces is answered by headers.
      answer: answer.headers.has('tus-resumable') ? kindOf(tusHeaders(answer.headers)) : kindOf(parse(copy)),
    })
    return answer
  }

  /** The socket of a client, which keeps each kind of frame it says or hears, once: some come by a clock. */
  socket(): new (address: string | URL, protocols?: string | string[]) => WebSocket {
    const keep = (way: 'says' | 'hears', frame: string | ArrayBuffer | Buffer): void => {
      const { topic, event, payload } = readFrame(frame)
      const call = `${way} ${event} on ${topic.replace(uuids, '{id}')}`
      const exchange = { call, body: null, status: 0, answer: kindOf(payload) }
      const isKnown = this.said.some((one) => JSON.stringify(one) === JSON.stringify(exchange))
      if (!isKnown) this.said.push(exchange)
      this.said.sort((a, b) => (a.call + JSON.stringify(a) < b.call + JSON.stringify(b) ? -1 : 1))
    }
    return class extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols)
        this.on('message', (data: Buffer, isBinary: boolean) => keep('hears', isBinary ? data : String(data)))
      }

      override send(data: string | ArrayBuffer): void {
        keep('says', data)
        super.send(data)
      }
    }
  }

  /** Whether something of this name was said. */
  has = (call: string): boolean => this.said.some((one) => one.call === call)

  /** Keeps nothing of what was said so far. */
  forget(): void {
    this.said.length = 0
  }

  /** What is recorded, and what was said now, of the calls named `part`. */
  compare(part: string): { recorded: unknown; said: unknown } {
    const said = this.said.splice(0)
    const contract = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Exchange[]>
    if (process.env['HOSTED_RECORD'] === '1') {
      contract[part] = said
      writeFileSync(file, `${JSON.stringify(contract, null, 2)}\n`)
    }
    return { recorded: contract[part], said }
  }
}

interface Frame {
  topic: string
  event: string
  payload: unknown
}

/** A frame of the second version of the protocol: a list as JSON, or what somebody said as names and bytes. */
function readFrame(frame: string | ArrayBuffer | Buffer): Frame {
  if (typeof frame === 'string') {
    const [, , topic, event, payload] = JSON.parse(frame) as [unknown, unknown, string, string, unknown]
    return { topic, event, payload }
  }
  const bytes = frame instanceof ArrayBuffer ? Buffer.from(frame) : frame
  // What a client says names its join and itself before the topic.
  const names = bytes[0] === 3 ? 5 : 3
  let at = names + 2
  const texts = [...bytes.subarray(1, names + 1)].map((length) => bytes.toString('utf8', at, (at += length)))
  const [topic = '', event = ''] = texts.slice(-3)
  return { topic, event: `broadcast ${event} in bytes`, payload: parse(bytes.toString('utf8', at)) }
}

const tusHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ['location', 'tus-resumable', 'upload-length', 'upload-offset'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const namesOf = (search: URLSearchParams): string => {
  const shown = [...search].map(([name, value]) => (name === 'grant_type' ? `${name}=${value}` : name))
  return shown.length > 0 ? `?${shown.toSorted().join('&')}` : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? null : text
  }
}

const isPresence = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'metas' in value

// What a program relies on: names and kinds. What a project adds beside them is its own (`contains`).
function kindOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => kindOf(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        // Who is there is named by a key of its own.
        .map(([key, one]) => [isPresence(one) ? '{key}' : key, kindOf(one, key)]),
    )
  if (typeof value !== 'string') return value === null ? null : typeof value
  // A code that somebody types is no word.
  if (words.has(name) && !/^\d+$/.test(value)) return value
  if (new RegExp(`^${uuids.source}$`, 'i').test(value)) return 'uuid'
  return /^\d{4}-\d\d-\d\dT/.test(value) ? 'time' : 'text'
}

// Programs look at what stands under these.
const words = new Set([
  'error_code',
  'code',
  'token_type',
  'role',
  'aud',
  'provider',
  'type',
  'status',
  'factor_type',
  'verification_type',
  'tus-resumable',
])

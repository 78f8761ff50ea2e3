import { isJsonObject, type JsonObject } from '#base/json.ts'
import type { Said } from './realtime-ports.ts'

export const versions = ['1.0.0', '2.0.0'] as const
/** The two forms the client writes its messages in. */
export type Version = (typeof versions)[number]

/** One message of a client. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: JsonObject
  /** In a broadcast: what is said. */
  said: Pick<Said, 'event' | 'body'> | null
}

/** A message that is not in the form of the protocol. */
export class MalformedFrame extends Error {}

/** Levels a message may be nested. */
const deepest = 48
const longestName = 255
const broadcastPush = 3
const jsonEncoding = 1

/** Reads one WebSocket message. Throws `MalformedFrame`. */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Frame {
  if (isBinary) {
    if (version === '1.0.0') throw new MalformedFrame('binary messages need version 2.0.0')
    return readPush(data)
  }
  const value = parse(data.toString('utf8'))
  if (version === '1.0.0') {
    if (!isJsonObject(value)) throw new MalformedFrame('a message is an object')
    return checked(value['join_ref'], value['ref'], value['topic'], value['event'], value['payload'])
  }
  if (!Array.isArray(value) || value.length !== 5) throw new MalformedFrame('a message has five parts')
  return checked(value[0], value[1], value[2], value[3], value[4])
}

function checked(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame {
  if (!isName(topic) || !isName(event) || !isRef(joinRef) || !isRef(ref))
    throw new MalformedFrame('topic, event and refs are short texts')
  const object = payload ?? {}
  if (!isJsonObject(object)) throw new MalformedFrame('a payload is an object')
  const frame: Frame = {
    joinRef: joinRef ?? null,
    ref: ref ?? null,
    topic,
    event,
    payload: object,
    said: null,
  }
  if (event !== 'broadcast') return frame
  const name = object['event']
  if (!isName(name)) throw new MalformedFrame('a broadcast names its event')
  return { ...frame, said: { event: name, body: { json: JSON.stringify(object['payload'] ?? {}) } } }
}

/** `[3, join_ref, ref, topic, event, meta lengths, encoding]`, then these texts, then what is said. */
function readPush(data: Buffer): Frame {
  if (data.length < 7 || data[0] !== broadcastPush) throw new MalformedFrame('an unknown binary message')
  let at = 7
  const text = (place: number): string => {
    const end = at + (data[place] ?? 0)
    if (end > data.length) throw new MalformedFrame('a message ends too early')
    const part = data.toString('utf8', at, end)
    at = end
    return part
  }
  const [joinRef, ref, topic, event] = [text(1), text(2), text(3), text(4)]
  text(5)
  if (topic === '' || event === '') throw new MalformedFrame('topic and event are short texts')
  const rest = data.subarray(at)
  const said = {
    event,
    body: data[6] === jsonEncoding ? { json: sameText(rest) } : { base64: rest.toString('base64') },
  }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {}, said }
}

function sameText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  parse(text)
  return text
}

function parse(text: string): unknown {
  if (isTooDeep(text)) throw new MalformedFrame('nested too deeply')
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedFrame('no JSON')
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (quoted) {
      if (letter === 92) at += 1
      else if (letter === 34) quoted = false
    } else if (letter === 34) quoted = true
    else if (letter === 91 || letter === 123) {
      depth += 1
      if (depth > deepest) return true
    } else if (letter === 93 || letter === 125) depth -= 1
  }
  return false
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= longestName
const isRef = (value: unknown): value is string | null | undefined =>
  value === null || value === undefined || (typeof value === 'string' && value.length <= longestName)

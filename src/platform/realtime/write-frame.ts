import type { Version } from './read-frame.ts'
import type { Said } from './realtime-ports.ts'

/** A message to a client. */
export interface OutFrame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

const broadcastKind = 4
const jsonEncoding = 1

/** Writes one message in the client's form. */
export function writeFrame(version: Version, { joinRef, ref, topic, event, payload }: OutFrame): string {
  return version === '1.0.0'
    ? JSON.stringify({ join_ref: joinRef, ref, topic, event, payload })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/** Writes what somebody said; null for bytes, which the first form cannot carry. */
export function writeSaid(version: Version, { topic, event, body }: Said): string | Buffer | null {
  const channel = `realtime:${topic}`
  if (version === '1.0.0') {
    if (!('json' in body)) return null
    // What was said is a text that was read once: it need not be read and written again.
    return `{"ref":null,"topic":${JSON.stringify(channel)},"event":"broadcast","payload":{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.json}}}`
  }
  const names = [Buffer.from(channel), Buffer.from(event)]
  const content = 'json' in body ? Buffer.from(body.json) : Buffer.from(body.base64, 'base64')
  const head = [broadcastKind, ...names.map(({ length }) => length), 0, 'json' in body ? jsonEncoding : 0]
  return Buffer.concat([Buffer.from(head), ...names, content])
}

import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { Destination } from './find-destination.ts'

/** What a destination answered. `answer` is the beginning of its text. */
export interface Posted {
  status: number
  answer: string
}

const seconds = 10
const longestAnswer = 64 * 1024
const kept = 1000

/**
 * Posts a JSON text to the address that was checked, whatever DNS says by now. Redirects are not followed. Rejects when
 * no answer came within ten seconds.
 */
export function postMessage(
  { url, host, address, family }: Destination,
  headers: Record<string, string>,
  body: string,
): Promise<Posted> {
  const send = url.protocol === 'https:' ? secure : plain
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        // A connection of its own: none is kept open to an address that was checked a while ago.
        agent: false,
        servername: host,
        lookup: (_name, options, found) =>
          options.all ? found(null, [{ address, family }]) : found(null, address, family),
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': 'Formwork-Webhooks',
        },
        signal: AbortSignal.timeout(seconds * 1000),
      },
      (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        const done = (): void =>
          resolve({ status: answer.statusCode ?? 0, answer: readable(Buffer.concat(chunks)) })
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (chunks.length < 64) chunks.push(chunk.subarray(0, longestAnswer))
          if (size <= longestAnswer) return
          done()
          sent.destroy()
        })
        answer.on('end', done)
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

// PostgreSQL takes no NUL.
const readable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '').trim().slice(0, kept)

import { Agent, request } from 'node:http'

/** One request of an operation: what is sent where. */
export interface Call {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  body: unknown
}

function send(agent: Agent, call: Call): Promise<{ status: number; bytes: number; text: string }> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  return new Promise((resolve, reject) => {
    const sent = request(
      call.url,
      {
        agent,
        method: call.method,
        headers: {
          ...call.headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const all = Buffer.concat(chunks)
          resolve({ status: answer.statusCode ?? 0, bytes: all.length, text: all.toString() })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends a call and gives its answer; throws when it is refused, also inside a batch of questions. */
export async function ask(agent: Agent, call: Call): Promise<{ bytes: number; text: string }> {
  const answer = await send(agent, call)
  accept(call, answer)
  return answer
}

function accept(call: Call, answer: { status: number; text: string }): void {
  if (answer.status >= 300 || answer.text.startsWith('{"results":[{"error"'))
    throw new Error(`${call.method} ${call.url}: ${answer.status} ${answer.text.slice(0, 500)}`)
}

/** Times of requests one after the other, in milliseconds. */
export async function oneByOne(
  agent: Agent,
  next: () => Call,
  count: number,
): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = []
  let bytes = 0
  for (let index = 0; index < count; index++) {
    const call = next()
    const begun = performance.now()
    bytes = (await ask(agent, call)).bytes
    times.push(performance.now() - begun)
  }
  return { times, bytes }
}

/** Requests a second when so many connections ask at once. */
export async function atOnce(next: () => Call, connections: number, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + milliseconds
  let done = 0
  const begun = performance.now()
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const call = next()
      const answer = await send(agent, call)
      // Turned away because others of the workspace are at work: no answer, and no fault of the bench.
      if (answer.status === 503) continue
      accept(call, answer)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const rate = (done * 1000) / (performance.now() - begun)
  agent.destroy()
  return rate
}

/** The value below which this share of the times lies. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

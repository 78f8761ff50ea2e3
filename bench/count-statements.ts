import { connect, createServer, type AddressInfo } from 'node:net'

export interface Counted {
  statements: number
  roundTrips: number
}

export interface Counter {
  /** The same database through the counter. */
  url: string
  /** What went by since the last call. */
  take(): Counted
  stop(): void
}

/**
 * A relay in front of PostgreSQL that counts what a client sends: statements (simple queries by their parts, executes)
 * and round trips (each simple query or sync is one).
 */
export async function startCounter(databaseUrl: string): Promise<Counter> {
  const target = new URL(databaseUrl)
  const seen: Counted = { statements: 0, roundTrips: 0 }
  const relay = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname)
    let rest = Buffer.alloc(0)
    let started = false
    client.on('data', (data: Buffer) => {
      server.write(data)
      rest = Buffer.concat([rest, data])
      for (;;) {
        const head = started ? 1 : 0
        if (rest.length < head + 4) return
        const length = rest.readUInt32BE(head) + head
        if (rest.length < length) return
        if (started) count(rest.subarray(0, length), seen)
        else started = rest.readUInt32BE(4) === 196_608
        rest = rest.subarray(length)
      }
    })
    server.on('data', (data) => client.write(data))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((relay.address() as AddressInfo).port)
  return {
    url: url.href,
    take() {
      const taken = { ...seen }
      seen.statements = 0
      seen.roundTrips = 0
      return taken
    },
    stop: () => void relay.close(),
  }
}

function count(message: Buffer, seen: Counted): void {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind === 'Q') {
    seen.roundTrips += 1
    seen.statements += message
      .toString('utf8', 5, message.length - 1)
      .split(';')
      .filter((part) => part.trim() !== '').length
  }
  if (kind === 'E') seen.statements += 1
  if (kind === 'S') seen.roundTrips += 1
}

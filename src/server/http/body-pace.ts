import type { IncomingMessage, Server } from 'node:http'

/** At least so many bytes of a body are to come in so many milliseconds. */
export interface BodyPace {
  every: number
  least: number
}

// Slower than any telephone on a building site; a file that was broken off is sent on from where it was.
const usual: BodyPace = { every: 60_000, least: 4096 }

/**
 * Closes the connections of clients that keep a body waiting for ever: a file of a gigabyte may take its time, a byte a
 * minute may not. Who waits for us is let alone.
 */
export function watchBodies(server: Server, { every, least }: BodyPace = usual): void {
  // How much had come when it was looked at last; null: it has not been there for a whole round.
  const coming = new Map<IncomingMessage, number | null>()
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    coming.set(request, null)
    request.once('end', () => coming.delete(request))
    request.once('close', () => coming.delete(request))
  })
  const look = (): void => {
    for (const [request, before] of coming) {
      const { socket, complete, readableLength } = request
      const isSlow = before !== null && socket.bytesRead - before < least
      // What is there and not taken yet is for us to take.
      if (isSlow && !complete && readableLength === 0) socket.destroy()
      else coming.set(request, socket.bytesRead)
    }
  }
  const timer = setInterval(look, every)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

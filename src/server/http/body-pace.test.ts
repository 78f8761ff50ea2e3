import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { watchBodies } from './body-pace.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a piece every ten milliseconds and answers how many bytes went out and what came back. */
async function send(piece: string, most: number): Promise<{ sent: number; answer: string }> {
  const socket = connect((server.address() as AddressInfo).port)
  let [sent, answer] = [0, '']
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${most}\r\n\r\n`)
  while (!socket.destroyed && sent < most) {
    socket.write(piece)
    sent += piece.length
    await wait(10)
  }
  await expect.poll(() => socket.destroyed || answer !== '').toBe(true)
  socket.destroy()
  return { sent, answer }
}

const listen = async (slow = 0): Promise<void> => {
  const take = async (request: IncomingMessage): Promise<void> => {
    await wait(slow)
    for await (const _ of request) await wait(slow)
  }
  server = createServer((request, response) => {
    take(request).then(
      () => response.end('whole'),
      () => undefined,
    )
  })
  watchBodies(server, { every: 200, least: 100 })
  await new Promise<void>((done) => server.listen(0, done))
}

describe('watchBodies', () => {
  it('closes the connection of a body that trickles', async () => {
    await listen()
    const { sent, answer } = await send('x', 100_000)
    expect(answer).toBe('')
    expect(sent).toBeLessThan(1000)
  })

  it('lets a body come as long as it comes, and waits for who is slow to take it', async () => {
    await listen()
    expect((await send('x'.repeat(200), 20_000)).answer).toContain('whole')
    server.close()
    await listen(500)
    expect((await send('x'.repeat(20_000), 20_000)).answer).toContain('whole')
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A gateway for text messages that keeps what it is given. */
export interface TextGateway {
  url: string
  texts: { key: string | undefined; body: { to: string; text: string } }[]
  /** What it answers from now on: 200 unless told. */
  answer: number
  stop(): void
}

/** Starts a gateway for text messages, on a free port. */
export async function startTextGateway(): Promise<TextGateway> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      gateway.texts.push({ key: request.headers['idempotency-key']?.toString(), body: JSON.parse(body) })
      response.writeHead(gateway.answer)
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const gateway: TextGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts: [],
    answer: 200,
    stop: () => void server.close(),
  }
  return gateway
}

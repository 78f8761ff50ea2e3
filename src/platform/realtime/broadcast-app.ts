import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isJsonObject } from '#base/json.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import type { RealtimePerson, Said } from './realtime-ports.ts'
import { Allowance, defaultSocketLimits } from './socket-limits.ts'

const mostMessages = 100
/** People whose messages are counted at once. */
const remembered = 10_000

/** Broadcasts by HTTP under `/realtime/v1/api/broadcast`, for who is not connected: the same rights, all or nothing. */
export function broadcastApp(hub: RealtimeHub, { anonKey }: { anonKey(): string }): Hono {
  const app = new Hono().basePath('/realtime/v1')
  const allowances = new Map<string, Allowance>()
  app.use('*', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.get('/websocket', (c) => refuse(c, 426, 'This address speaks WebSocket'))
  app.use('/api/*', bodyLimit({ maxSize: defaultSocketLimits.messageBytes }))
  app.use('/api/*', async (c, next) => {
    if (c.req.header('apikey') !== anonKey()) return refuse(c, 401, 'Invalid API key')
    return next()
  })
  app.post('/api/broadcast', async (c) => {
    const body = parse(await c.req.text())
    return send(c, isJsonObject(body) ? body['messages'] : null)
  })
  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const { topic, event } = c.req.param()
    const isPrivate = c.req.query('private') === 'true'
    const isBytes = (c.req.header('content-type') ?? '').startsWith('application/octet-stream')
    const said = isBytes
      ? { base64: Buffer.from(await c.req.arrayBuffer()).toString('base64') }
      : { payload: parse(await c.req.text()) }
    return send(c, [{ topic, event, private: isPrivate, ...said }])
  })
  app.all('*', (c) => refuse(c, 404, 'There is no such endpoint'))
  app.onError((_error, c) => refuse(c, 503, 'This cannot be answered now: try again'))

  async function send(c: Context, given: unknown): Promise<Response> {
    const messages = readMessages(given)
    if (!messages) return refuse(c, 422, 'messages: a list of topic, event and payload')
    const person = await personOf(c, hub)
    if (!person) return refuse(c, 401, 'Unauthorized')
    if (!mayAskAgain(person.userId)) return refuse(c, 429, 'Too many messages: try again')
    const topics = [...new Set(messages.map(({ topic }) => topic))]
    const grants = await hub.access.authorise(person, topics)
    const isRefused = messages.some(
      ({ topic, isPrivate }) => !isPrivate || grants.get(topic)?.mayPublish !== true,
    )
    if (isRefused) return refuse(c, 403, 'Forbidden')
    for (const { topic, event, body } of messages) {
      hub.deliver({ topic, event, body })
      await hub.exchange.tell({ topic, event, body })
    }
    return c.body(null, 202)
  }

  function mayAskAgain(userId: string): boolean {
    const allowance = allowances.get(userId) ?? new Allowance(defaultSocketLimits.joins)
    // Who asked last is forgotten last.
    allowances.delete(userId)
    allowances.set(userId, allowance)
    if (allowances.size > remembered) allowances.delete(allowances.keys().next().value ?? '')
    return allowance.take()
  }
  return app
}

const refuse = (c: Context, status: 401 | 403 | 404 | 422 | 426 | 429 | 503, error: string): Response =>
  c.json({ error }, status)

async function personOf(c: Context, hub: RealtimeHub): Promise<RealtimePerson | null> {
  const [scheme, token, more] = (c.req.header('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || more !== undefined) return null
  return hub.access.identify(token)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && Buffer.byteLength(name) <= 200

/** What is to be said, or null when it is not in that form. */
function readMessages(given: unknown): (Said & { isPrivate: boolean })[] | null {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostMessages) return null
  const said: (Said & { isPrivate: boolean })[] = []
  for (const message of given as unknown[]) {
    if (!isJsonObject(message)) return null
    const { topic, event, payload, base64 } = message
    if (!isName(topic) || !isName(event)) return null
    const isPrivate = message['private'] === true
    if (typeof base64 === 'string') said.push({ topic, event, body: { base64 }, isPrivate })
    else if (isJsonObject(payload))
      said.push({ topic, event, body: { json: JSON.stringify(payload) }, isPrivate })
    else return null
  }
  return said
}

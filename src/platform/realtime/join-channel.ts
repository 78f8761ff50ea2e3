import { isJsonObject, type JsonObject } from '#base/json.ts'
import type { Frame } from './read-frame.ts'
import { RealtimeChannel } from './realtime-channel.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { readBinding } from './row-binding.ts'
import type { RealtimeSocket } from './realtime-socket.ts'

/** What everybody hears who may not listen to a topic: one that is not there answers as one that is not theirs. */
export const refusalOf = (topic: string): string =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

const prefix = 'realtime:'

/** The name of a topic without what every topic begins with; null for another kind of topic. */
export const topicName = (topic: string): string | null =>
  topic.startsWith(prefix) && topic.length > prefix.length ? topic.slice(prefix.length) : null

const part = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

/** Answers a request to listen to a topic: with the channel, or with the reason why not. */
export async function joinChannel(
  hub: RealtimeHub,
  socket: RealtimeSocket,
  frame: Frame,
): Promise<{ channel: RealtimeChannel; bindings: JsonObject[] } | { reason: string }> {
  const name = topicName(frame.topic)
  if (name === null) return { reason: 'unmatched topic' }
  const config = part(frame.payload, 'config')
  const token = frame.payload['access_token']
  // Nothing here is for everybody: a channel is private, or it is not.
  if (config['private'] !== true || typeof token !== 'string') return { reason: refusalOf(name) }
  const person = await hub.access.identify(token)
  const grant = person && (await hub.access.authorise(person, [name])).get(name)
  if (!person || !grant) return { reason: refusalOf(name) }
  const broadcast = part(config, 'broadcast')
  const asked = config['postgres_changes']
  const bindings = (Array.isArray(asked) ? asked : []).filter(isJsonObject).slice(0, 50)
  const channel = new RealtimeChannel(
    socket,
    name,
    {
      joinRef: frame.joinRef,
      self: broadcast['self'] === true,
      ack: broadcast['ack'] === true,
      presence: part(config, 'presence')['enabled'] === true,
    },
    person,
    grant,
    bindings.flatMap((binding, at) => readBinding(binding, at + 1, hub.access.tables) ?? []),
  )
  return { channel, bindings: bindings.map((binding, at) => ({ ...binding, id: at + 1 })) }
}

/** Says which database changes will be told, and which will not, as the hosted service says it of a table outside its publication. */
export function tellOfBindings(channel: RealtimeChannel, bindings: readonly JsonObject[]): void {
  const heard = new Set(channel.bindings.map(({ id }) => id))
  for (const [at, { schema, table, filter }] of bindings.entries())
    if (!heard.has(at + 1))
      channel.system(
        'error',
        'postgres_changes',
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [schema: ${word(schema)}, table: ${word(table)}, filters: ${filter === undefined ? '[]' : word(filter)}]`,
      )
  if (heard.size > 0) channel.system('ok', 'postgres_changes', 'Subscribed to PostgreSQL')
}

const word = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '*')

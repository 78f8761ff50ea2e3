import { expect, it } from 'vitest'
import type { RealtimeChannel } from './realtime-channel.ts'
import type { ChangedRow, WatchedTables } from './realtime-ports.ts'
import { tellMissed, tellRow } from './tell-row.ts'

const row: ChangedRow = {
  id: '1',
  table: 'tenants',
  type: 'UPDATE',
  owner: null,
  key: { id: 't' },
  at: '2026-01-02T03:04:05.678901+00:00',
  record: { id: 't', name: 'New' },
  gone: false,
}

/** A channel of a person that writes down what it is sent. */
function channelOf(userId: string) {
  const sent: string[] = []
  const channel = {
    person: { userId, sessionId: `session of ${userId}` },
    bindings: [{ id: 1, event: '*', table: '*', filter: null, since: null }],
    caughtUp: new Set<string>(),
    socket: { has: () => true },
    send: (event: string) => sent.push(event),
    system: (status: string, extension: string) => sent.push(`${status} ${extension}`),
  }
  return { channel: channel as unknown as RealtimeChannel, sent }
}

it('[RT-02] a row that cannot be read for one person is told to those after them, and to that one that something is missing', async () => {
  const people = ['sees', 'fails', 'fails', 'may not', 'sees'].map(channelOf)
  const logged: string[] = []
  const tables: WatchedTables = {
    schema: 'exposed',
    columns: { tenants: [] },
    changesAt: async () => [],
    changesSince: async () => [],
    async sees({ userId }, rows) {
      if (userId === 'fails') throw new Error('no connection')
      return new Set(userId === 'sees' ? rows.map(({ id }) => id) : [])
    },
  }
  const channels = people.map(({ channel }) => channel)
  await tellRow(channels, row, tables, (message) => logged.push(message))
  expect(people.map(({ sent }) => sent.join())).toEqual([
    'postgres_changes',
    'error postgres_changes',
    'error postgres_changes',
    '',
    'postgres_changes',
  ])
  expect(logged).toHaveLength(1)
  // Who was told when they caught up is not told again.
  const [first] = channels
  if (first) await tellMissed(first, [row], tables, () => undefined)
  expect(people[0]?.sent).toHaveLength(2)
  await tellRow(channels.slice(0, 1), row, tables, () => undefined)
  expect(people[0]?.sent).toHaveLength(2)
  // Numbers of changes begin anew after a crash of the database: another change by the same number is news.
  const later = { ...row, at: '2026-01-02T04:00:00.000000+00:00' }
  await tellRow(channels.slice(0, 1), later, tables, () => undefined)
  expect(people[0]?.sent).toHaveLength(3)
})

it('[RT-02] a row that is deleted while it is looked at is told to its owner, and to nobody else who does not see it', async () => {
  const people = ['owner', 'other'].map(channelOf)
  const owned: ChangedRow = { ...row, table: 'settings', owner: 'owner', key: { key: 'view' } }
  const tables: WatchedTables = {
    schema: 'exposed',
    columns: { settings: [] },
    changesAt: async () => [{ ...owned, gone: true }],
    changesSince: async () => [],
    sees: async () => new Set(),
  }
  await tellRow(
    people.map(({ channel }) => channel),
    owned,
    tables,
    () => undefined,
  )
  expect(people.map(({ sent }) => sent.length)).toEqual([1, 0])
  // One that is still there and not seen is nobody's to hear of.
  await tellRow(
    people.map(({ channel }) => channel),
    owned,
    { ...tables, changesAt: async () => [owned] },
    () => undefined,
  )
  expect(people.map(({ sent }) => sent.length)).toEqual([1, 0])
})

import { expect, it } from 'vitest'
import type { RealtimeChannel } from './realtime-channel.ts'
import { RealtimeHub } from './realtime-hub.ts'
import type { ChangedRow, News } from './realtime-ports.ts'

const rowOf = (id: number, at: string): ChangedRow => ({
  id: String(id),
  table: 'tenants',
  type: 'UPDATE',
  owner: null,
  key: { id: `t${id}` },
  at,
  record: { id: `t${id}` },
  gone: false,
})

it('[RT-02] a transaction of more changes than are remembered is told once, however many its words', async () => {
  const large = '2026-01-02T03:04:05.678901+00:00'
  const next = '2026-01-02T03:04:06.000000+00:00'
  const changes = new Map([
    [large, Array.from({ length: 10_050 }, (_, id) => rowOf(id, large))],
    [next, [rowOf(0, next)]],
  ])
  let hear: (news: News) => void = () => undefined
  const sent: string[] = []
  const hub = new RealtimeHub({
    access: {
      identify: async () => null,
      authorise: async () => new Map(),
      tables: {
        schema: 'exposed',
        columns: { tenants: [] },
        changesAt: async (at) => changes.get(at) ?? [],
        changesSince: async () => [],
        sees: async (_person, rows) => new Set(rows.map(({ id }) => id)),
      },
    },
    exchange: {
      tell: async () => undefined,
      putPresence: async () => undefined,
      removePresence: async () => undefined,
      readPresence: async () => [],
      listen: (listener) => (hear = listener),
    },
    log: (message) => expect.fail(message),
  })
  const channel = {
    topic: 'changes',
    since: null,
    wishes: { presence: false },
    grant: { presence: null },
    tracked: null,
    person: { userId: 'p', sessionId: 's' },
    bindings: [{ id: 1, event: '*', table: '*', filter: null, since: null }],
    caughtUp: new Set<string>(),
    socket: { has: () => true },
    send: (_event: string, { data }: { data: { commit_timestamp: string } }) =>
      sent.push(data.commit_timestamp),
  }
  hub.add(channel as unknown as RealtimeChannel)
  for (const at of [large, large, large, next]) hear({ kind: 'row', row: rowOf(0, at) })
  await expect.poll(() => sent.at(-1)).toBe(next)
  await hub.stop()
  expect(sent).toHaveLength(10_051)
})

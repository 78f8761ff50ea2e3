import { expect, it } from 'vitest'
import type { JsonObject } from '#base/json.ts'
import type { RowNews, WatchedTables } from './realtime-ports.ts'
import { concerns, passes, readBinding } from './row-binding.ts'

const tables: WatchedTables = {
  schema: 'exposed',
  columns: { settings: [{ name: 'key', type: 'text' }], profiles: [{ name: 'id', type: 'uuid' }] },
  changesAt: async () => [],
  changesSince: async () => [],
  sees: async () => new Set(),
}
const read = (asked: object) => readBinding({ schema: 'exposed', ...asked } as JsonObject, 1, tables)
const row = (type: RowNews['type'], table = 'settings'): RowNews => ({
  table,
  type,
  owner: null,
  key: {},
  at: '',
})

it('[RT-02] takes what is exposed and nothing else', () => {
  expect(read({})).toMatchObject({ event: '*', table: '*', filter: null })
  expect(read({ table: 'settings', event: 'INSERT' })).toMatchObject({ table: 'settings', event: 'INSERT' })
  const since = '2026-01-02T03:04:05.678901+00:00'
  expect(read({ since })).toMatchObject({ since })
  for (const asked of [
    { schema: 'app' },
    { schema: '*' },
    { table: 'objects' },
    { table: 'constructor' },
    { event: 'TRUNCATE' },
    { filter: 'key=eq.a' },
    { table: 'settings', filter: 'value=eq.a' },
    { table: 'settings', filter: 'key=like.a' },
    { table: 'settings', filter: 'key' },
    { since: 'yesterday' },
    { since: 1 },
    { since: '2026-13-01T00:00:00Z' },
  ])
    expect(read(asked), JSON.stringify(asked)).toBeNull()
})

it('sifts by event, table and value', () => {
  const inserted = read({ table: 'settings', event: 'INSERT' })
  expect(
    inserted &&
      [row('INSERT'), row('UPDATE'), row('INSERT', 'profiles')].map((one) => concerns(inserted, one)),
  ).toEqual([true, false, false])
  const passing = (filter: string) => {
    const binding = read({ table: 'settings', filter })
    return ['a', 'b', '', null].filter((key) => binding && passes(binding, { key }))
  }
  expect(passing('key=eq.a')).toEqual(['a'])
  expect(passing('key=eq.')).toEqual([''])
  expect(passing('key=neq.a')).toEqual(['b', ''])
  expect(passing('key=in.(a,b)')).toEqual(['a', 'b'])
})

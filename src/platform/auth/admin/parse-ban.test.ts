import { expect, it } from 'vitest'
import { parseBan } from './parse-ban.ts'

it('reads durations as the hosted service writes them, and nothing else', () => {
  expect(['none', '24h', '1h30m', '90s', '1.5h', '500ms'].map(parseBan)).toEqual([
    null,
    86_400,
    5_400,
    90,
    5_400,
    0.5,
  ])
  for (const text of ['', '24', 'h', '1d', '1h 30m', '-1h', '0s', '1h!', '999999999h'])
    expect(() => parseBan(text), text).toThrow(/ban duration/)
})

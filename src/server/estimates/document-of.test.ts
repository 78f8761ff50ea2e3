import { expect, it } from 'vitest'
import { contentHash } from '#estimating/content-hash.ts'
import { documentOf } from './document-of.ts'

const row = (id: string, attributes: Record<string, unknown>) => ({ id, archetype_id: null, attributes })
const stored = {
  version: row('v', { currency: 'EUR' }),
  lines: [row('l', { kind: 'line', title: 'Wall', quantity: '2', unit_rate: '10', cost_group: 'g' })],
  resources: [],
  markups: [row('m', { key: 'p', label: 'Profit', kind: 'percent', value: '5', basis_types: ['labour'] })],
}

it('a version whose markups are for the whole is hashed as it was before there was anything else', async () => {
  // Worked out before markups could be for sections, cost groups and units: what was signed is still found to be so.
  expect(await contentHash(documentOf(stored))).toBe(
    '3c3ccbd544ec3531e0e19c067266418b6506eee01bc7e2933f468e3b5e5e5ab1',
  )
})

it('what a markup is for is in the hash', async () => {
  const [markup] = stored.markups
  const hashes = await Promise.all(
    [
      {},
      { section: 's' },
      { groups: { set: 'a', within: ['g'], beside: [] } },
      { kind: 'per_unit', unit: 'h' },
    ].map((more) =>
      contentHash(documentOf({ ...stored, markups: [row('m', { ...markup?.attributes, ...more })] })),
    ),
  )
  expect(new Set(hashes).size).toBe(4)
})

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

it('the order in which the shares of a line are read is of no matter', async () => {
  const share = (id: string, group: string, of: string) =>
    row(id, { line: 'l', cost_group: group, share: of })
  const further = [share('1', 'b', '33.333333'), share('2', 'a', '33.333333'), share('3', 'a', '20')]
  const [markup] = stored.markups
  const groups = { set: 's', within: ['a', 'g'], beside: ['b'] }
  const markups = [row('m', { ...markup?.attributes, groups })]
  const documents = [further, further.toReversed()].map((rows) =>
    documentOf({ ...stored, markups, further: rows }),
  )
  const [hash, reversed] = await Promise.all(documents.map((document) => contentHash(document)))
  expect(hash).toBe(reversed)
})

it('fields that a workspace has under the keys of the product’s say nothing of what a markup is for', async () => {
  const [markup] = stored.markups
  const own = { section: 'North', groups: { set: 'a', within: ['g'], beside: [] } }
  const markups = [row('m', { ...markup?.attributes, ...own })]
  expect(documentOf({ ...stored, markups, foreign: new Set(['section', 'groups']) })).toEqual(
    documentOf(stored),
  )
})

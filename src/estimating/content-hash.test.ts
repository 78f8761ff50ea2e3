import { expect, it } from 'vitest'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, resourceOf } from '../../tests/support/sample-estimate.ts'
import { canonicalEstimate, contentHash } from './content-hash.ts'

const line = lineOf('a', { quantity: '1.50', resources: [resourceOf('labour', '2.0', '10')] })
const other = lineOf('b', { unitRate: '5' })

it('is the same however equal contents are written', async () => {
  const document = estimateOf([line, other])
  const hash = await contentHash(document)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const written = JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  )
  expect(await contentHash(written)).toBe(hash)
  const nodes = document.nodes
    .toReversed()
    .map((node) => (node.id === 'a' ? { ...node, quantity: '1.5', text: null } : node))
  expect(
    await contentHash({ ...document, nodes, vatRates: document.vatRates.toReversed(), discount: null }),
  ).toBe(hash)
})

it('is another for every change of content', async () => {
  const base = estimateOf([line, other])
  const hashes = await Promise.all(
    [
      base,
      estimateOf([{ ...line, quantity: '1.51' }, other]),
      // A title is letters, even where it looks like a number.
      estimateOf([{ ...line, title: '1.50' }, other]),
      estimateOf([{ ...line, title: '1.5' }, other]),
      estimateOf([{ ...line, resources: [] }, other]),
      estimateOf([{ ...line, resources: [resourceOf('material', '2.0', '10')] }, other]),
      { ...base, currency: 'USD' },
      // Nothing can be written in that is not hashed.
      { ...base, ...JSON.parse('{"note":"x"}') },
      JSON.parse(JSON.stringify(base).replace('{', '{"__proto__":"x",')),
      { ...base, rounding: { ...base.rounding, qty: null } },
    ].map((one) => contentHash(one)),
  )
  expect(new Set(hashes).size).toBe(hashes.length)
})

it('is the hash of the text that it says', async () => {
  const text = canonicalEstimate(randomEstimate(randomFrom(1)))
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  expect(await contentHash(randomEstimate(randomFrom(1)))).toBe(Buffer.from(bytes).toString('hex'))
  expect(JSON.parse(text)).toMatchObject({ form: 1, currency: 'EUR' })
})

it('of form 2 is another for another price date, region or text for the customer, and none of form 1', async () => {
  const base = estimateOf([line, other])
  const nodes = [
    { id: 'b', customerText: 'Seen', hidden: false },
    { id: 'a', customerText: null, hidden: true },
  ]
  const terms = { priceDate: '2026-11-01', region: null, customerText: 'Dear customer', nodes }
  const hash = await contentHash(base, terms)
  expect(await contentHash(base, { ...terms, nodes: nodes.toReversed() })).toBe(hash)
  const others = await Promise.all([
    contentHash(base),
    contentHash(base, { ...terms, priceDate: '2026-11-02' }),
    contentHash(base, { ...terms, region: 'DE-BE' }),
    contentHash(base, { ...terms, customerText: 'Dear customer.' }),
    contentHash(base, { ...terms, nodes: nodes.map((node) => ({ ...node, hidden: false })) }),
    contentHash(base, { ...terms, nodes: nodes.slice(0, 1) }),
  ])
  expect(new Set([hash, ...others]).size).toBe(7)
  expect(JSON.parse(canonicalEstimate(base, terms))).toMatchObject({ form: 2 })
})

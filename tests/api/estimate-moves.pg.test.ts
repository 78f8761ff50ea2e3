import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  keptAndWhole,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'
import { randomFrom } from '../support/formula-arbitrary.ts'

// A move works out only what it changes, and comes to what the whole comes to.
let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)
afterAll(() => work.server.stop())

it.each([['own_line'], ['into_rates']])(
  '[E-13] lines and sections that moved have the numbers and sums that the whole gives them (markup %s)',
  async (spread) => {
    const { id: estimate } = await work.make('estimates', { name: 'Moves' })
    const { current_version: version } = await work.read('estimates', estimate)
    await work.make('estimate_markups', { version, key: 'risk', label: 'Risk', value: '3.3', spread })
    const sections: (string | null)[] = [null]
    const nodes: string[] = []
    const make = async (values: Row): Promise<string> => {
      const { id } = await work.make('estimate_lines', { version, ...values })
      nodes.push(id)
      return id
    }
    for (const [at, title] of ['A', 'B', 'C', 'D'].entries())
      sections.push(await make({ kind: 'section', title, parent: at >= 2 ? sections[at - 1] : null }))
    await make({ kind: 'subtotal', title: 'So far', parent: sections[1] })
    await make({ kind: 'subtotal', title: 'In all' })
    for (let at = 0; at < 7; at++)
      await make({
        title: `Line ${at}`,
        parent: sections[at % 5],
        quantity: `${at}.5`,
        unit_rate: '12.35',
        ...(at === 5 ? { item_type: 'optional_without_total' } : {}),
        ...(at === 3 ? { fixed_number: '1.2' } : {}),
        ...(at === 6 ? { kind: 'note' } : {}),
      })
    await work.make('estimate_resources', {
      version,
      line: nodes[6],
      name: 'Sand',
      unit: 't',
      qty_per_unit: '0.25',
      price: '18.20',
    })
    const random = randomFrom(11)
    const any = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    let moved = 0
    for (let step = 1; step <= 18; step++) {
      const to: Row = any<Row>([
        { inside: any(sections) },
        { below: any(nodes) },
        { step: any(['up', 'down', 'in', 'out']) },
        { lines: [any(nodes), any(nodes)], place: any(['above', 'below', 'inside']), target: any(nodes) },
      ])
      const answer = await (to['lines']
        ? work.run('estimate.move-lines', to)
        : work.run('estimate.move-line', { line: any(nodes), ...to }))
      // Nothing goes into itself or below itself: those are refused.
      if (answer.status === 200) moved++
      if (step % 6 > 0) continue
      const { kept, whole } = await keptAndWhole(work, version)
      expect(kept).toEqual(whole)
    }
    expect(moved).toBeGreaterThan(8)
  },
)

it('[E-13] a move reads and writes only what stands where it happens', async () => {
  const { id: estimate } = await work.make('estimates', { name: 'Near and far' })
  const { current_version: version } = await work.read('estimates', estimate)
  const make = async (values: Row): Promise<string> =>
    (await work.make('estimate_lines', { version, ...values }))['id']
  const near = await make({ kind: 'section', title: 'Near' })
  const far = await make({ kind: 'section', title: 'Far' })
  const [first, second] = [
    await make({ title: 'One', parent: near, quantity: '1', unit_rate: '2.50' }),
    await make({ title: 'Two', parent: near, quantity: '1', unit_rate: '3.50' }),
  ]
  const elsewhere = await make({ title: 'Elsewhere', parent: far, quantity: '1', unit_rate: '4.50' })
  // What nobody could have written, so that only who works it out again would change it.
  const call = (number: string): Promise<unknown> =>
    work.server.sql('update app.objects set attributes = attributes || $2 where id = $1', [
      elsewhere,
      { number },
    ])
  await call('kept')
  await work.result('estimate.move-line', { line: second, step: 'up' })
  expect(await work.read('estimate_lines', first)).toMatchObject({ number: '1.2' })
  expect(await work.read('estimate_lines', second)).toMatchObject({ number: '1.1' })
  expect(await work.read('estimate_lines', elsewhere)).toMatchObject({ number: 'kept' })
  await call('2.1')
})

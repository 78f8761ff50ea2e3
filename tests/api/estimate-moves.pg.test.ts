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
    for (const [at, title] of ['A', 'B', 'C'].entries())
      sections.push(await make({ kind: 'section', title, parent: at === 2 ? sections[1] : null }))
    await make({ kind: 'subtotal', title: 'So far', parent: sections[1] })
    for (let at = 0; at < 7; at++)
      await make({
        title: `Line ${at}`,
        parent: sections[at % 4],
        quantity: `${at}.5`,
        unit_rate: '12.35',
        ...(at === 5 ? { item_type: 'optional_without_total' } : {}),
        ...(at === 6 ? { kind: 'note' } : {}),
      })
    await work.make('estimate_resources', {
      version,
      line: nodes[4],
      name: 'Sand',
      unit: 't',
      qty_per_unit: '0.25',
      price: '18.20',
    })
    const random = randomFrom(11)
    const any = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    let moved = 0
    for (let step = 0; step < 14; step++) {
      const to: Row = any<Row>([
        { inside: any(sections) },
        { below: any(nodes) },
        { step: any(['up', 'down', 'in', 'out']) },
      ])
      // Nothing goes into itself or below itself: those are refused.
      if ((await work.run('estimate.move-line', { line: any(nodes), ...to })).status === 200) moved++
    }
    expect(moved).toBeGreaterThan(5)
    const { kept, whole } = await keptAndWhole(work, version)
    expect(kept).toEqual(whole)
  },
)

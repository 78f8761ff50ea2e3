import { expect, it } from 'vitest'
import line from '#features/estimates/layouts/estimate-line.json' with { type: 'json' }

it('shows of quotes first who offers, for how much, how much more that is, and whether it is all', () => {
  const { columns } = line.nodes['quote-table'].props
  expect(columns.map(({ key }) => key).slice(0, 6)).toEqual([
    'supplier',
    'amount',
    'over',
    'over_percent',
    'state',
    'lines',
  ])
})

import { expect, it } from 'vitest'
import { arrangeLanes } from './arrange-lanes.ts'
import { linePath } from './lane-lines.tsx'
import { laneSize } from './lane-size.ts'

it('draws a line straight on where nothing stands between, and around what does', () => {
  const rows = [
    { id: 'a', variant: 'main', made_from: null },
    { id: 'b', variant: 'main', made_from: 'a' },
    { id: 'c', variant: 'timber', made_from: 'a' },
    { id: 'd', variant: 'main', made_from: 'a' },
  ]
  const { records } = arrangeLanes(rows, { lane: 'variant', parent: 'made_from' })
  const [a, b, c, d] = records.map((record) => linePath(record, records))
  expect(a).toBeNull()
  expect(b).toBe(`M 200 44 H ${laneSize.width}`)
  // Down beside the first, along between the lanes, then down before the third: never through the second.
  expect(c).toBe('M 176 44 V 154 Q 176 162 184 162 H 536 Q 544 162 544 170 V 208 Q 544 216 552 216 H 672')
  expect(d).toMatch(/^M 176 44 V -2 Q 176 -10 184 -10 H 872 Q 880 -10 880 -2 V 36 /)
})

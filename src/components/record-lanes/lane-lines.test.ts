import { expect, it } from 'vitest'
import { arrangeLanes } from './arrange-lanes.ts'
import { laneSize, linePath } from './lane-lines.tsx'

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
  // Down beside the first, then along between the lanes: never through the second.
  expect(c).toMatch(/^M 176 44 V 150 Q 176 158 184 158 H 448 /)
  expect(d).toMatch(/^M 176 44 V -2 Q 176 -10 184 -10 H 680 /)
})

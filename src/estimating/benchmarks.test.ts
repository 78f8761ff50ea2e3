import { expect, it } from 'vitest'
import { benchmarkOf, missingMeasures, perReference, type MeasuredGroup } from './benchmarks.ts'
import type { GroupRow } from './group-tree.ts'

const group = (
  id: string,
  parentId: string | null,
  reference: string | null = null,
  unit: string | null = null,
) => ({ id, parentId, code: id, name: id, reference, unit }) satisfies MeasuredGroup
const row = (id: string | null, amount: string): GroupRow => ({
  id,
  code: id ?? '',
  name: '',
  depth: 0,
  amount,
  own: amount,
  share: null,
})
const groups = [
  group('300', null, 'GFA', 'm2'),
  group('330', '300'),
  group('340', '300', 'Walls'),
  group('500', null),
]
const gfa = { key: 'gfa', label: 'Gross floor area', unit: 'm²', value: '1240' }

it('[R-07] groups are measured by their own measure, else by that of the group they are part of', () => {
  const walls = { key: 'w', label: 'walls', unit: 'm2', value: '310.5' }
  const rows = [
    row('300', '1000000.00'),
    row('330', '310000.00'),
    row('340', '1000.00'),
    row('500', '9.00'),
    row(null, '1.00'),
  ]
  const found = perReference(rows, groups, [gfa, walls])
  expect([...found].map(([id, { reference, per_unit }]) => [id, reference, per_unit])).toEqual([
    ['300', 'Gross floor area', '806.45'],
    ['330', 'Gross floor area', '250.00'],
    ['340', 'walls', '3.22'],
  ])
  expect(missingMeasures(groups, [gfa])).toEqual(['Walls'])
})

it('says nothing where the measure is missing, nothing, or of another kind', () => {
  const rows = [row('300', '1000.00')]
  for (const measure of [
    { ...gfa, value: null },
    { ...gfa, value: '0' },
    { ...gfa, unit: 'm3' },
    { ...gfa, key: 'nfa', label: 'Net' },
  ])
    expect([...perReference(rows, groups, [measure])]).toEqual([])
})

it('finds the lowest, the middle and the highest of what others came to', () => {
  expect(benchmarkOf([])).toBeNull()
  expect(benchmarkOf(['30.00', '10.00', '20.55'])).toEqual({
    count: 3,
    min: '10.00',
    median: '20.55',
    max: '30.00',
  })
  expect(benchmarkOf(['10.00', '20.55'])).toMatchObject({ median: '15.28' })
})

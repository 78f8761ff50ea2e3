import { expect, it } from 'vitest'
import { toldApart } from './told-apart.ts'

it('names the details of what is called the same, and of nothing else', () => {
  const options = [
    { value: '1', label: 'Tower', detail: 'EST-1 v1' },
    { value: '2', label: 'Tower', detail: 'EST-1 v2' },
    { value: '3', label: 'Barn', detail: 'EST-2 v1' },
    { value: '4', label: 'Shed' },
    { value: '5', label: 'Shed' },
  ]
  expect(toldApart(options).map(({ label }) => label)).toEqual([
    'Tower · EST-1 v1',
    'Tower · EST-1 v2',
    'Barn',
    'Shed',
    'Shed',
  ])
})

import { expect, it } from 'vitest'
import { unitText } from './unit-text.ts'

it.each([
  ['m2', 'm²'],
  ['100 m3', '100 m³'],
  ['EUR/mm2', 'EUR/mm²'],
  ['m²', 'm²'],
  ['h', 'h'],
  ['m20', 'm20'],
  ['M2', 'M2'],
  ['Haus m2a', 'Haus m2a'],
  ['', ''],
])('prints %s as %s', (stored, printed) => {
  expect(unitText(stored)).toBe(printed)
})

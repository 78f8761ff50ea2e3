import { expect, it } from 'vitest'
import { drawMoney, drawNumber, drawPercent, type DrawCell } from './draw-cells.tsx'

const region = { locale: 'en-GB' }

it.each<[string, DrawCell]>([
  ['money', drawMoney],
  ['number', drawNumber],
  ['percent', drawPercent],
])('shows text that was refused as %s the way it was written', (type, draw) => {
  const field = { key: 'price', label: 'Price', type, currency: 'EUR' } as never
  for (const text of ['1,50', 'abc', '--3']) expect(draw(text, field, undefined, region)).toBe(text)
  expect(draw(null, field, undefined, region)).toBeNull()
  expect(draw('1.5', field, undefined, region)).not.toBe('1.5')
})

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
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

describe('a number that a screen rounds', () => {
  const cell = (value: string, shown_scale?: number): string => {
    const field = { key: 'rate', label: 'Rate', type: 'decimal', scale: 6, shown_scale } as never
    return renderToStaticMarkup(drawNumber(value, field, undefined, { locale: 'en-GB' }))
  }

  it('shows the digits the screen wants, and all of them where it is pointed at', () => {
    expect(cell('1242.113063', 2)).toMatch(/<data value="1242.113063" title="1,242.113063"[^>]*>1,242.11</)
    expect(cell('-42.115000', 2)).toContain('>-42.12<')
    expect(cell('42', 2)).toContain('>42.00<')
  })

  it('keeps all digits below one, so that a price is never nothing', () => {
    expect(cell('0.004200', 2)).toContain('>0.0042<')
    expect(cell('0.500000', 2)).toContain('>0.50<')
  })

  it('keeps all digits where the screen says nothing', () => {
    expect(cell('42.113063')).toContain('>42.113063<')
    expect(cell('42.113063')).not.toContain('title')
  })
})

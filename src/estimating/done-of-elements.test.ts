import { describe, expect, it } from 'vitest'
import { doneOfElements, shareDone } from './done-of-elements.ts'
import { parseFixed, plainText } from './fixed.ts'

const element = (name: string, quantity: string, noted = '0', places: string[] = []) => ({
  element: name,
  quantity: parseFixed(quantity),
  noted: parseFixed(noted),
  places: new Set(places),
})

const done = (
  quantity: string,
  elements: ReturnType<typeof element>[],
  somewhere: [place: string | null, quantity: string][] = [],
) =>
  doneOfElements(
    parseFixed(quantity),
    elements,
    somewhere.map(([place, text]) => ({ place, quantity: parseFixed(text) })),
  ).map((one) => `${one.element} ${plainText(one.done)}/${plainText(one.quantity)}`)

describe('what is done of the elements of a line', () => {
  it('is what was noted with each, never more than all of it', () => {
    expect(done('30', [element('a', '10', '4'), element('b', '20', '25'), element('c', '1', '-2')])).toEqual([
      'a 4/10',
      'b 20/20',
      'c 0/1',
    ])
  })

  it('is its part of what was noted of the whole line, beside what was noted with elements', () => {
    expect(done('40', [element('a', '10'), element('b', '30')], [[null, '20']])).toEqual([
      'a 5/10',
      'b 15/30',
    ])
    expect(done('40', [element('a', '10', '10'), element('b', '30')], [[null, '15']])).toEqual([
      'a 10/10',
      'b 15/30',
    ])
    // A line that says more by now than was counted for it.
    expect(done('80', [element('a', '10'), element('b', '30')], [[null, '20']])).toEqual([
      'a 2.5/10',
      'b 7.5/30',
    ])
  })

  it('is its part of what was noted where it stands, the smallest place first', () => {
    const elements = [
      element('a', '10', '0', ['ground', 'house']),
      element('b', '10', '0', ['upper', 'house']),
      element('c', '20'),
    ]
    expect(done('40', elements, [['ground', '5']])).toEqual(['a 5/10', 'b 0/10', 'c 0/20'])
    const both: [string, string][] = [
      ['house', '5'],
      ['ground', '10'],
    ]
    expect(done('40', elements, both)).toEqual(['a 10/10', 'b 5/10', 'c 0/20'])
    // Where none of them stands it counts for the whole line.
    expect(done('40', elements, [['garden', '20']])).toEqual(['a 5/10', 'b 5/10', 'c 10/20'])
  })

  it('is less where some of it was taken back', () => {
    const elements = [element('a', '10', '10'), element('b', '10', '5'), element('c', '10')]
    expect(done('30', elements, [[null, '-3']])).toEqual(['a 8/10', 'b 4/10', 'c 0/10'])
    expect(done('30', elements, [[null, '-40']])).toEqual(['a 0/10', 'b 0/10', 'c 0/10'])
  })

  it('is told of lines that are deducted too, and not of elements deducted from a line', () => {
    expect(done('-40', [element('a', '-10', '-10'), element('b', '-30')], [[null, '-15']])).toEqual([
      'a 10/10',
      'b 15/30',
    ])
    expect(done('8', [element('a', '10'), element('hole', '-2')], [[null, '4']])).toEqual(['a 5/10'])
  })

  it('becomes one share by the worth of the lines, and says done only of what is', () => {
    const share = (...parts: [weight: string, done: string, quantity: string][]) =>
      shareDone(
        parts.map(([weight, part, quantity]) => ({
          weight: parseFixed(weight),
          done: parseFixed(part),
          quantity: parseFixed(quantity),
        })),
      )
    expect(share(['100', '10', '10'], ['300', '1', '4'])).toBe('43.75')
    expect(share(['100', '10', '10'], ['300', '4', '4'])).toBe('100.00')
    expect(share(['100', '10', '10'], ['300', '3.99999', '4'])).toBe('99.99')
    expect(share(['100', '0', '10'])).toBe('0.00')
    expect(share(['100', '0.0000001', '10'])).toBe('0.01')
    expect(share()).toBeNull()
  })
})

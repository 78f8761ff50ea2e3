import { expect, it } from 'vitest'
import { parseUnit } from './parse-unit.ts'
import { unitInWords } from './unit-words.ts'
import { units } from './units.ts'

it('prints a unit in the words of the reader, and what was written as it was written', () => {
  const written = ['m2', 'pcs', 'month', 'h', 'Stück', '100 m2', 'Rolle']
  expect(written.map((text) => unitInWords(text, 'de'))).toEqual([
    'm²',
    'Stk',
    'Mt',
    'Std.',
    'Stück',
    '100 m2',
    'Rolle',
  ])
  expect(written.slice(0, 3).map((text) => unitInWords(text, 'en'))).toEqual(['m²', 'pcs', 'month'])
})

it('reads every unit the way it prints it', () => {
  for (const { code } of units)
    for (const language of ['en', 'de'] as const)
      expect(parseUnit(unitInWords(code, language))?.unit.code).toBe(code)
})

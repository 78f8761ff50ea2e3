import { describe, expect, it } from 'vitest'
import { parseExpression } from '#expressions/parse.ts'
import { functionTypes } from '#expressions/formulas/function-types.ts'
import { allFunctions } from '#expressions/functions/all-functions.ts'
import { formulaExamples } from './examples.ts'
import { formulaHelp } from './formula-help.ts'
import { formulaNames, rollupSources, type FormulaModel } from './formula-names.ts'
import { callAt, pieces, isWhole, suggestions, withSuggestion, wordAt } from './suggest.ts'

const items: FormulaModel = {
  key: 'item',
  label: 'Items',
  fields: [
    { key: 'price', label: 'Unit price', type: 'money', currency: 'EUR' },
    { key: 'photo', label: 'Photo', type: 'image' },
  ],
}
const lines: FormulaModel = {
  key: 'line',
  label: 'Lines',
  fields: [
    { key: 'quantity', label: 'Quantity', type: 'decimal' },
    { key: 'item', label: 'Item', type: 'relation', target: 'item' },
    { key: 'others', label: 'Others', type: 'relation', target: 'item', many: true },
    { key: 'total', label: 'Total', type: 'formula', formula: 'quantity * 2' },
    { key: 'vat', label: 'VAT', type: 'percent' },
    { key: 'begin', label: 'Begin', type: 'date' },
    { key: 'end', label: 'End', type: 'date' },
  ],
}
const models = [items, lines]
const names = formulaNames(lines.fields, models)
const english = { translate: (text: string) => text }
const offered = (text: string, all = false): string[] =>
  suggestions(text, text.length, names, { ...english, all }).map(({ text: one }) => one)

describe('completion of formulas', () => {
  it('knows where a name is whole, so that Enter does not make another of it', () => {
    const known = new Set(['m', 'mm', 'height'])
    const whole = (text: string): boolean => isWhole(text, text.length, known)
    expect(['2 * m', '2 * h', '2 * mm', 'height * ', '"m'].map(whole)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
  })

  it('knows fields and those across links to one record', () => {
    expect(names.map(({ name }) => name)).toEqual([
      'quantity',
      'item',
      'item.price',
      'others',
      'total',
      'vat',
      'begin',
      'end',
      'created_at',
      'created_by',
    ])
    expect(rollupSources(items, models).map(({ of }) => of)).toEqual(['line.item', 'line.others'])
    expect(rollupSources(lines, models).map(({ of }) => of)).toEqual(['others'])
  })

  it('offers by key and by the words of a label, fields before functions', () => {
    expect(offered('qua')[0]).toBe('quantity')
    expect(offered('2 * unit')).toEqual(['item.price'])
    expect(offered('item.')).toEqual(['item.price'])
    expect(offered('rou')[0]).toBe('round()')
    expect(offered('')).toEqual([])
    expect(offered('', true).slice(0, 2)).toEqual(['quantity', 'item'])
    expect(offered('"qua')).toEqual([])
  })

  it('writes what was chosen in place of the word, the caret inside of brackets', () => {
    expect(withSuggestion('2 * qua', 7, { text: 'quantity', kind: 'field' })).toEqual({
      text: '2 * quantity',
      caret: 12,
    })
    expect(withSuggestion('ro + 1', 2, { text: 'round()', kind: 'function' })).toEqual({
      text: 'round() + 1',
      caret: 6,
    })
    expect(withSuggestion('ro(1)', 2, { text: 'round()', kind: 'function' })).toEqual({
      text: 'round(1)',
      caret: 6,
    })
    expect(wordAt('a + größe', 9)).toEqual({ word: 'größe', from: 4 })
  })

  it('names the function the caret is in, and its value', () => {
    expect(callAt('round(price * (1 + vat), 2)', 26)).toMatchObject({ name: 'round', value: 1 })
    expect(callAt('round(max(a, "x)', 16)).toMatchObject({ name: 'max', value: 1 })
    expect(callAt('round(a, 2) + b', 15)).toBeNull()
  })

  it('colours pieces and marks the wrong one', () => {
    const known = new Set(names.map(({ name }) => name))
    const text = 'round(quantty * item.price, 2)'
    const found = pieces(text, known, 6)
    expect(found.map(({ text: part }) => part).join('')).toBe(text)
    expect(found.filter(({ wrong }) => wrong).map(({ text: part }) => part)).toEqual(['quantty'])
    expect(found.find(({ text: part }) => part === 'item.price')?.kind).toBe('field')
    expect(pieces('quantity *', known, 10).find(({ wrong }) => wrong)?.text).toBe('*')
  })

  it('explains every function with as many values as it takes', () => {
    for (const [name, { values }] of Object.entries(formulaHelp)) {
      const [, most] = allFunctions.get(name)?.takes ?? [0, 0]
      expect(values.filter((value) => value !== '…').length, name).toBeLessThanOrEqual(most)
      expect(Object.keys(functionTypes)).toContain(name)
    }
  })

  it('has examples that can be read', () => {
    const examples = formulaExamples(lines.fields, models)
    expect(examples.map(({ formula }) => formula)).toContain('daysBetween(begin, end)')
    for (const { formula } of examples) expect(() => parseExpression(formula), formula).not.toThrow()
    expect(formulaExamples([], [])).toEqual([])
  })
})

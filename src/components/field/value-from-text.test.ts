import { describe, expect, it } from 'vitest'
import type { FieldType } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { decimalOf, titleOf } from './field-traits.ts'
import { fieldViews } from './field-views.ts'
import { plainText } from './plain-text.ts'
import { valueFromText } from './value-from-text.ts'
import { fieldTypeNames } from '#contracts/field-types.ts'

const field = (type: FieldType, more: Partial<FieldDescription> = {}): FieldDescription => ({
  key: 'f',
  label: 'F',
  type,
  required: false,
  read_only: false,
  operators: [],
  sortable: true,
  groupable: true,
  aggregates: [],
  ...more,
})
const de = { locale: 'de', timeZone: 'Europe/Berlin' }

describe('a text as a value', () => {
  it.each<[FieldType, string, unknown]>([
    ['money', '1.234,50 €', '1234.50'],
    ['decimal', '0,004', '0.004'],
    ['number', '12,5', 12.5],
    ['integer', '1.200', 1200],
    ['boolean', 'ja', true],
    ['boolean', 'No', false],
    ['date', '1.3.2026', '2026-03-01'],
    ['text', ' a ', 'a'],
    ['long_text', ' a\nb', ' a\nb'],
    ['money', '', null],
  ])('%s %j', (type, text, value) => {
    expect(valueFromText(text, field(type), de)).toEqual({ ok: true, value })
  })
  it.each<[FieldType, string]>([
    ['money', 'viel'],
    ['integer', '1,5'],
    ['date', '31.2.2026'],
    ['boolean', 'vielleicht'],
    ['relation', 'Beton GmbH'],
    ['file', 'a.pdf'],
  ])('%s %j means nothing', (type, text) =>
    expect(valueFromText(text, field(type), de)).toEqual({ ok: false }),
  )
  it('finds a choice by its label', () => {
    const options = [{ value: 'on_hold', label: 'On hold' }, 'Steel']
    expect(valueFromText('on HOLD', field('select', { options }), de)).toEqual({ ok: true, value: 'on_hold' })
    expect(valueFromText('Steel; On hold', field('multi_select', { options }), de)).toEqual({
      ok: true,
      value: ['Steel', 'on_hold'],
    })
    expect(valueFromText('Wood', field('select', { options }), de)).toEqual({ ok: false })
  })
})

describe('a value as a text', () => {
  it('numbers keep every digit and the reader’s mark', () => {
    expect(plainText('12345678901234567.89', field('money'), undefined, de)).toBe('12345678901234567,89')
    expect(plainText(0.0000001, field('number'), undefined, de)).toBe('0,0000001')
    expect(decimalOf(1e21)).toBe('1000000000000000000000')
  })
  it('names a record of a relation, expanded or beside its id', () => {
    const supplier = field('relation', { key: 'supplier', target_title: 'name' })
    expect(titleOf({ id: 'x', name: 'Nord' }, supplier, undefined)).toBe('Nord')
    expect(titleOf('x', supplier, { supplier: 'x', 'supplier.name': 'Nord' })).toBe('Nord')
    expect(titleOf('x', supplier, {})).toBeNull()
  })
  it('every type has a cell and an input', () => {
    expect(Object.keys(fieldViews).toSorted()).toEqual([...fieldTypeNames].toSorted())
  })
})

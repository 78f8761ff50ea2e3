import { describe, expect, it } from 'vitest'
import type { Field } from '#contracts/field.ts'
import { conditionLines, conditionText, type ConditionLine } from './condition-text.ts'

const fields = new Map<string, Pick<Field, 'type'>>([
  ['code', { type: 'text' }],
  ['price', { type: 'money' }],
  ['done', { type: 'boolean' }],
  ['day', { type: 'date' }],
  ['tags', { type: 'multi_select' }],
  ['site', { type: 'address' }],
])

describe('a condition in plain words', () => {
  it.each<[ConditionLine[], string]>([
    [[{ key: 'code', test: 'is', value: '12' }], 'code == "12"'],
    [[{ key: 'code', test: 'is_not', value: 'a "b" \\' }], 'code != "a \\"b\\" \\\\"'],
    [[{ key: 'price', test: 'more', value: '12345678901234567.89' }], 'price >= 12345678901234567.89'],
    [[{ key: 'done', test: 'is', value: true }], 'done == true'],
    [[{ key: 'day', test: 'less', value: '2026-03-01' }], 'day < "2026-03-01"'],
    [[{ key: 'tags', test: 'has', value: 'x' }], '"x" in tags'],
    [
      [
        { key: 'site', test: 'filled', value: null },
        { key: 'code', test: 'empty', value: null },
        { key: 'done', test: 'is', value: false },
      ],
      'site != null && code == null && done == false',
    ],
  ])('goes to text and back: %j', (lines, text) => {
    expect(conditionText(lines, fields)).toBe(text)
    expect(conditionLines(text, fields)).toEqual(lines)
  })
  it('takes a field that is yes or no for its value', () => {
    expect(conditionLines('done && !done', fields)).toEqual([
      { key: 'done', test: 'is', value: true },
      { key: 'done', test: 'is', value: false },
    ])
  })
  it('leaves unfinished lines out', () => {
    expect(conditionText([{ key: 'code', test: 'is', value: null }], fields)).toBe('')
  })
  it.each(['price * 2 > 5', 'a == 1 || b == 2', 'gone == "x"', 'price == 5', 'code', 'code == "x" &&'])(
    'is written by hand when it says more than lines can: %s',
    (text) => expect(conditionLines(text, fields)).toBeNull(),
  )
})

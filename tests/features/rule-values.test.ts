import { describe, expect, it } from 'vitest'
import { fieldTypeNames, fieldTypeOf, type FieldType } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { ruleList, ruleValue, ruleValueProblem } from '#kernel/permissions/rule-value.ts'
import {
  chosenRuleValue,
  daysFromToday,
  ruleValuesFor,
  valueOfRule,
} from '#components/filter-bar/rule-values.ts'

const field = (type: FieldType): FieldDescription => ({
  ...fieldTypeOf(type),
  key: 'f',
  label: 'f',
  type,
  required: false,
  read_only: false,
})
const somebody = { id: 'u', email: 'a@example.test', role: 'customer', record: 'r', closed: ['p'] }
const clock = { now: () => new Date('2026-03-31T12:00:00Z') }
const expressions = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((one: { '=': string }) => one['='])

describe('values of row rules', () => {
  it.each(fieldTypeNames)('%s: everything that is offered is something the server works out', (type) => {
    for (const rule of ruleValuesFor(field(type)))
      for (const text of expressions(valueOfRule(rule, 'eq'))) {
        expect(ruleValueProblem(text)).toBeNull()
        expect(ruleValue(text, somebody, clock)).not.toBeNull()
      }
  })
  it('days from today come back as they were written', () => {
    const [today, days] = ruleValuesFor(field('date'))
    for (const count of [-30, -1, 0, 7]) {
      const value = days && valueOfRule(days, 'gte', count)
      expect(expressions(value).map(daysFromToday)).toEqual([count])
      expect(chosenRuleValue(value, ruleValuesFor(field('date')))).toBe(count === 0 ? today : days)
    }
    expect(ruleValue('dateAdd(today(), -30, "day")', somebody, clock)).toBe('2026-03-01')
    expect(daysFromToday('dateAdd(today(), 1, "week")')).toBeNull()
  })
  it('what is not known of somebody is nothing, and nothing else is known of them', () => {
    expect(ruleValue('user.record', { ...somebody, record: null })).toBeNull()
    for (const text of [
      'user.password',
      'user',
      'record',
      'price * 2',
      '[user.id]',
      'user.id +',
      '__proto__',
    ])
      expect(ruleValue(text, somebody)).toBeNull()
    expect([ruleList('user.closed', somebody), ruleValue('user.closed', somebody)]).toEqual([['p'], null])
    expect(ruleValueProblem('user.password')).toMatch(/password/)
  })
})

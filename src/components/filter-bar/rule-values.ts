import type { Expression } from '#contracts/expression.ts'
import { isExpression } from '#contracts/is-expression.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Choice } from './condition.ts'

// What a row rule may compare a field with besides a value: who asks, and today. The server works the same expressions
// out (kernel/permissions/rule-value.ts).

/** A value that is worked out for whoever asks; `title` is the English text. */
export interface RuleValue {
  key: string
  title: string
  /** Days from today are asked for. */
  days?: true
}

const person: RuleValue = { key: 'user.id', title: 'The person who asks' }
const record: RuleValue = { key: 'user.record', title: 'The record that stands for them' }
const email: RuleValue = { key: 'user.email', title: 'Their address' }
const role: RuleValue = { key: 'user.role', title: 'Their role' }
const today: RuleValue = { key: 'today()', title: 'Today' }
const fromToday: RuleValue = { key: 'days', title: 'Days from today', days: true }

/** Which of them fit a field; none for types that nothing of a person can be compared with. */
export function ruleValuesFor(field: FieldDescription): RuleValue[] {
  if (field.type === 'user') return [person]
  if (field.type === 'relation') return field.target === 'sys_member' ? [person] : [record]
  if (field.key === 'id') return [record]
  switch (field.type) {
    case 'date':
    case 'datetime':
      return dayValuesFor(field)
    case 'email':
      return [email]
    case 'text':
      return [email, role]
    case 'select':
    case 'status':
      return [role]
    default:
      return []
  }
}

/** Today and days from it, for fields that hold days. */
export const dayValuesFor = ({ type }: FieldDescription): RuleValue[] =>
  type === 'date' || type === 'datetime' ? [today, fromToday] : []

const inDays = /^dateAdd\(today\(\), (-?\d{1,5}), "day"\)$/

/** How many days from today an expression means: 0 for today itself; null for another expression. */
export function daysFromToday(text: string): number | null {
  if (text === 'today()') return 0
  const [, days] = inDays.exec(text) ?? []
  return days === undefined ? null : Number(days)
}

/** The expression of a number of days from today. */
export const dayExpression = (days: number): Expression => ({
  '=': days === 0 ? 'today()' : `dateAdd(today(), ${Math.trunc(days)}, "day")`,
})

/** Which of the offered values a condition has; null for a plain value. */
export function chosenRuleValue(value: unknown, offered: readonly RuleValue[]): RuleValue | null {
  const [only] = Array.isArray(value) ? (value as unknown[]) : [value]
  if (!isExpression(only)) return null
  const text = only['=']
  return (
    offered.find(({ key }) => key === text) ??
    (daysFromToday(text) === null ? null : (offered.find(({ days }) => days) ?? null))
  )
}

/** The value of a condition for one of them: a list where several may be named. */
export function valueOfRule(rule: RuleValue, choice: Choice, days = -30): unknown {
  const one: Expression = rule.days ? dayExpression(days) : { '=': rule.key }
  return choice === 'in' || choice === 'nin' ? [one] : one
}

/** Whether a condition of this kind can be compared with one of them. */
export const takesRuleValue = (choice: Choice): boolean =>
  choice !== 'empty' && choice !== 'filled' && choice !== 'between'

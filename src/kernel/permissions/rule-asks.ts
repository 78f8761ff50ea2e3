import type { Where } from '#contracts/query.ts'
import { expressionsOfRule } from './bind-row-rule.ts'

const asks = (rule: Where | null, what: RegExp): boolean =>
  rule !== null && expressionsOfRule(rule, '').some(({ text }) => what.test(text))

/**
 * Whether a row rule admits other rows to another person of the same role. What cannot be told by its text counts as asked.
 * @example asksWho({ field: 'lead', op: 'eq', value: { '=': 'user.id' } }) // true
 */
export const asksWho = (rule: Where | null): boolean => asks(rule, /\buser\b(?!\s*\.\s*role\b)/)

/**
 * Whether the same row rule admits other rows to another role.
 * @example asksRole({ field: 'team', op: 'eq', value: { '=': 'user.role' } }) // true
 */
export const asksRole = (rule: Where | null): boolean =>
  asks(rule, /\buser\b(?!\s*\.\s*(?:id|email|record|closed)\b)/)

import type { Clock } from '#base/clock.ts'
import { isExpression } from '#contracts/is-expression.ts'
import type { Where } from '#contracts/query.ts'
import { ruleList, ruleValue, type RulePerson } from './rule-value.ts'

/**
 * The rule with its `{"=": "user.id"}` values worked out for somebody, or null when one of them is not known: then it
 * admits nobody, also where it says "not".
 */
export function bindRowRule(where: Where, person: RulePerson, clock?: Clock): Where | null {
  if ('and' in where) {
    const items = bindAll(where.and, person, clock)
    return items && { and: items }
  }
  if ('or' in where) {
    const items = bindAll(where.or, person, clock)
    return items && { or: items }
  }
  if ('not' in where) {
    const item = bindRowRule(where.not, person, clock)
    return item && { not: item }
  }
  if (isExpression(where.value) && (where.op === 'in' || where.op === 'nin')) {
    const list = ruleList(where.value['='], person, clock)
    if (list === null) return null
    // Among none is nobody: the places that the field is read from need not be looked at.
    if (list.length === 0) return where.op === 'in' ? { or: [] } : { and: [] }
    return { ...where, value: list }
  }
  const values = Array.isArray(where.value) ? (where.value as unknown[]) : [where.value]
  const bound = values.map((value) => (isExpression(value) ? ruleValue(value['='], person, clock) : value))
  if (values.some((value, index) => isExpression(value) && bound[index] === null)) return null
  return { ...where, value: Array.isArray(where.value) ? bound : bound[0] }
}

function bindAll(items: readonly Where[], person: RulePerson, clock: Clock | undefined): Where[] | null {
  const bound = items.map((item) => bindRowRule(item, person, clock))
  return bound.every((item) => item !== null) ? bound : null
}

/** The texts of all expressions among a rule's values, each with its place. */
export function expressionsOfRule(where: Where, path: string): { path: string; text: string }[] {
  if ('and' in where)
    return where.and.flatMap((item, index) => expressionsOfRule(item, `${path}.and.${index}`))
  if ('or' in where) return where.or.flatMap((item, index) => expressionsOfRule(item, `${path}.or.${index}`))
  if ('not' in where) return expressionsOfRule(where.not, `${path}.not`)
  const values = Array.isArray(where.value) ? (where.value as unknown[]) : [where.value]
  return values.flatMap((value) => (isExpression(value) ? [{ path: `${path}.value`, text: value['='] }] : []))
}

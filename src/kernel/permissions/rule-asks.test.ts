import { expect, it } from 'vitest'
import type { Where } from '#contracts/query.ts'
import { asksRole, asksWho } from './rule-asks.ts'

const rule = (text: string): Where => ({ not: { or: [{ field: 'a', op: 'eq', value: { '=': text } }] } })

it('a rule asks who somebody is or which role they have, however it is written', () => {
  const both = (where: Where | null) => [asksWho(where), asksRole(where)]
  for (const text of ['user.id', 'user.email', 'user . record', 'user.closed'])
    expect(both(rule(text)), text).toEqual([true, false])
  expect(both(rule('user.role'))).toEqual([false, true])
  expect(both(rule('user.role + user.id'))).toEqual([true, true])
  // What its text does not say counts as both.
  expect(both(rule('user["role"]'))).toEqual([true, true])
  expect(both(rule('today()'))).toEqual([false, false])
  expect(both({ field: 'a', op: 'eq', value: 'user.id' })).toEqual([false, false])
  expect(both(null)).toEqual([false, false])
})
